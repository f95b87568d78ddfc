import { connect, type Socket } from 'node:net';

/** One HTTP request to repeat, as text, and its destination. */
export interface LoadTarget {
  readonly port: number;
  readonly request: string;
}

/** The result of a load run. */
export interface LoadResult {
  readonly requests: number;
  readonly requestsPerSecond: number;
  /** The latency of each request, in milliseconds. */
  readonly milliseconds: readonly number[];
}

/**
 * Repeats requests over keep-alive connections for some seconds, one request at a time on each connection, the targets spread evenly over
 * the connections. Uses raw sockets: it must cost less than what it measures. Throws if a response is not 200 or differs in size from the
 * first one of its target.
 */
export async function load(targets: readonly LoadTarget[], connections: number, seconds: number): Promise<LoadResult> {
  const sizes = await Promise.all(targets.map(sizeOfAnswer));
  const started = performance.now();
  const end = started + seconds * 1000;
  const milliseconds: number[] = [];
  const repeats = Array.from({ length: connections }, (_, index) => {
    const which = index % targets.length;
    return repeat(targets[which] as LoadTarget, sizes[which] as number, end, milliseconds);
  });
  await Promise.all(repeats);
  const elapsed = (performance.now() - started) / 1000;
  return { requests: milliseconds.length, requestsPerSecond: milliseconds.length / elapsed, milliseconds };
}

function repeat({ port, request }: LoadTarget, size: number, end: number, milliseconds: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let sent = 0;
    let received = 0;
    const send = () => {
      sent = performance.now();
      socket.write(request);
    };
    const take = (length: number, bytes: Uint8Array): boolean => {
      if (received === 0 && !isSuccess(bytes)) {
        reject(new Error(`answered ${Buffer.from(bytes.subarray(0, Math.min(length, 200))).toString('latin1')}`));
        socket.destroy();
        return false;
      }
      received += length;
      if (received < size) return true;
      if (received > size) reject(new Error(`an answer has ${received} bytes, the first had ${size}`));
      received = 0;
      const now = performance.now();
      milliseconds.push(now - sent);
      if (now < end) send();
      else {
        socket.end();
        resolve();
      }
      return true;
    };
    // A single receive buffer: allocating would cost more than reading.
    const onread = { buffer: Buffer.alloc(256 * 1024), callback: take };
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true, onread });
    socket.on('error', reject);
    socket.on('connect', send);
  });
}

const success = Buffer.from('HTTP/1.1 200');
const isSuccess = (bytes: Uint8Array) => success.every((byte, index) => bytes[index] === byte);

function sizeOfAnswer({ port, request }: LoadTarget): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    const chunks: Buffer[] = [];
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      const text = Buffer.concat(chunks).toString('latin1');
      const head = text.indexOf('\r\n\r\n');
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
      if (head < 0) return;
      if (length === undefined || !text.startsWith('HTTP/1.1 200')) reject(new Error(`answered ${text.slice(0, 400)}`));
      else if (text.length === head + 4 + Number(length)) resolve(text.length);
      else return;
      socket.destroy();
    });
  });
}
