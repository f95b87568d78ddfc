import { connect } from 'node:net';
import type { Pool } from 'undici';
import type { HostileRequest } from '../../../../apps/gateway/test/hostile-requests/index.ts';
import type { Answer } from '../gateway/gateway-client.ts';

const longestExchange = 60_000;
const longestSilence = 250;

/** Sends a request unchanged. An exchange without a response has status 0. */
export async function sendHostile(pool: Pool, { method, path, headers, body }: HostileRequest): Promise<Answer> {
  try {
    const answer = await pool.request({
      method: method as 'POST',
      path,
      headers,
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(longestExchange),
    });
    const text = await answer.body.text();
    return { status: answer.statusCode, headers: answer.headers, text, json: parsed(text) };
  } catch (error) {
    return { status: 0, headers: {}, text: String(error), json: undefined };
  }
}

/** Writes bytes to a socket and reads the response, until it ends or pauses for a quarter of a second. */
export function sendBytes(url: string, bytes: Buffer): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.setTimeout(longestSilence, () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
      resolve({ status, headers: {}, text, json: parsed(text.slice(text.indexOf('\r\n\r\n') + 4)) });
    });
    socket.write(bytes);
  });
}

function parsed(text: string): Answer['json'] {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
