import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Fault } from './faults.ts';
import type { Reply } from './reply.ts';

/** Sends a reply, with the fault that is to happen on the way. A caller who leaves early is no error. */
export async function sendReply(response: ServerResponse, reply: Reply, fault: Fault | undefined): Promise<void> {
  switch (fault?.kind) {
    case 'connection-reset':
      response.socket?.resetAndDestroy();
      return;
    case 'truncated-body':
      return sendHalf(response, reply, fault.framing ?? 'content-length');
    case 'invalid-json':
      return sendWhole(response, {
        ...reply,
        body: typeof reply.body === 'string' ? `${reply.body.slice(0, -1)},` : '{',
      });
    case 'wrong-content-type': {
      const headers = { ...reply.headers, 'content-type': 'text/html; charset=utf-8' };
      return sendWhole(response, { status: 200, headers, body: '<!doctype html><title>Maintenance</title>' });
    }
    default:
      return sendWhole(response, reply);
  }
}

async function sendWhole(response: ServerResponse, { status, headers, body }: Reply): Promise<void> {
  if (typeof body === 'string') {
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
    response.end(body);
    return;
  }
  response.writeHead(status, { ...headers, 'content-length': body.length });
  try {
    await pipeline(body.stream, response);
  } catch (error) {
    if (!response.destroyed) throw error;
  }
}

// Half of what was promised, then the connection breaks.
async function sendHalf(response: ServerResponse, reply: Reply, framing: 'content-length' | 'chunked'): Promise<void> {
  const { status, headers, body } = reply;
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  response.writeHead(status, framing === 'chunked' ? headers : { ...headers, 'content-length': length });
  const half = Math.floor(length / 2);
  let sent = 0;
  const parts = typeof body === 'string' ? [Buffer.from(body)] : body.stream;
  for await (const part of parts as AsyncIterable<Buffer>) {
    const bytes = part.subarray(0, half - sent);
    sent += bytes.length;
    await new Promise<void>((resolve) => {
      response.write(bytes, () => resolve());
    });
    if (sent >= half || response.destroyed) break;
  }
  response.destroy();
}
