import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

/** The result of a load of searches. */
export interface SearchLoad {
  readonly requestsPerSecond: number;
  /** The latency of each request, in milliseconds. */
  readonly milliseconds: readonly number[];
}

/**
 * Sends requests over keep-alive connections, one at a time on each, for some seconds. `next` returns the text of a request for the number
 * of its connection. Uses raw sockets: it must cost less than what it measures. Throws if a response is not 200.
 */
export async function loadSearches(
  port: number,
  next: (connection: number) => string,
  connections: number,
  seconds: number,
): Promise<SearchLoad> {
  const started = performance.now();
  const end = started + seconds * 1000;
  const all = await Promise.all(
    Array.from({ length: connections }, (_, number) => repeat(port, () => next(number), end)),
  );
  const elapsed = (performance.now() - started) / 1000;
  const milliseconds = all.flat();
  return { requestsPerSecond: milliseconds.length / elapsed, milliseconds };
}

function repeat(port: number, next: () => string, end: number): Promise<readonly number[]> {
  return new Promise((resolve, reject) => {
    const took: number[] = [];
    let sent = 0;
    let text = '';
    const send = () => {
      sent = performance.now();
      socket.write(next());
    };
    const take = (length: number, bytes: Uint8Array): boolean => {
      text += Buffer.from(bytes.buffer, bytes.byteOffset, length).toString('latin1');
      const head = text.indexOf('\r\n\r\n');
      if (head < 0) return true;
      if (!text.startsWith('HTTP/1.1 200')) {
        reject(new Error(`answered ${text.slice(0, 600)}`));
        socket.destroy();
        return false;
      }
      const size = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1]);
      if (text.length < head + 4 + size) return true;
      text = '';
      const now = performance.now();
      took.push(now - sent);
      if (now < end) send();
      else {
        socket.end();
        resolve(took);
      }
      return true;
    };
    const onread = { buffer: Buffer.alloc(64 * 1024), callback: take };
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true, onread });
    socket.on('error', reject);
    socket.on('connect', send);
  });
}
