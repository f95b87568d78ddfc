import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request as the protocol library takes it, without its body, which has been read. */
export function webRequest({ method = 'POST', headers, url = '/' }: IncomingMessage, signal?: AbortSignal): Request {
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name.startsWith(':') ? [] : [[name, value.toString()] as [string, string]],
  );
  // Only the headers are looked at.
  return new Request(new URL(url, 'http://gateway.invalid'), { method, headers: sent, signal: signal ?? null });
}

/** Sends a response of the protocol library; resolves when it has ended or its client has gone. Headers that are set already stay. */
export async function sendWebResponse({ status, headers, body }: Response, response: ServerResponse): Promise<void> {
  if (response.headersSent || response.destroyed) return body?.cancel();
  for (const [name, value] of headers) if (!response.hasHeader(name)) response.setHeader(name, value);
  response.writeHead(status).flushHeaders();
  const parts = body?.getReader();
  response.once('close', () => parts?.cancel().catch(() => undefined));
  for (let part = await parts?.read(); part?.done === false; part = await parts?.read()) {
    if (response.writableEnded || response.destroyed) return;
    if (!response.write(part.value)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
  }
  response.end();
}
