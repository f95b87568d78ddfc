import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { format } from 'node:util';
import { type Clock, systemClock } from '@connectory/context-store';

/** A clock that starts at a given time (milliseconds since 1970), runs with the machine's clock, and can be advanced. */
export class MovableClock implements Clock {
  readonly sleep = systemClock.sleep;
  readonly after = systemClock.after;
  #ahead: number;

  constructor(start: number) {
    this.#ahead = start - systemClock.now();
  }

  now(): number {
    return systemClock.now() + this.#ahead;
  }

  moveOn(milliseconds: number): void {
    this.#ahead += milliseconds;
  }
}

/** A vendor's response to a request whose body has arrived. */
export type RawResponse = (request: IncomingMessage, body: Buffer, response: ServerResponse) => void;

/** A vendor with the responses of a check, for behavior that the sandbox does not have. */
export interface RawVendor {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Starts a vendor on a free port of 127.0.0.1; `elsewhere` can handle requests itself, such as those for tokens. */
export async function startRawVendor(
  reply: RawResponse,
  remote: (request: IncomingMessage, response: ServerResponse) => boolean = () => false,
): Promise<RawVendor> {
  const server = createServer(async (request, response) => {
    if (remote(request, response)) return;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    reply(request, Buffer.concat(chunks), response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Something a process wrote. */
export interface Written {
  readonly where: 'standard output' | 'standard error' | 'console';
  readonly text: string;
}

const consoleMethods = ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir'] as const;

/** Notes everything written to the outputs of the process and to the console until it is stopped, and lets it pass. */
export function watchOutput(): { stop(): readonly Written[] } {
  const written: Written[] = [];
  const watchStream = (stream: NodeJS.WriteStream, where: Written['where']) => {
    const original = stream.write;
    stream.write = ((chunk: string | Uint8Array, ...rest: never[]) => {
      written.push({ where, text: typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString() });
      return original.call(stream, chunk, ...rest);
    }) as typeof stream.write;
    return () => {
      stream.write = original;
    };
  };
  // A test runner has its own console, which does not write to these streams.
  const watchConsole = (method: (typeof consoleMethods)[number]) => {
    const original = console[method];
    console[method] = (...values: unknown[]) => {
      written.push({ where: 'console', text: format(...values) });
      (original as (...values: unknown[]) => void).apply(console, values);
    };
    return () => {
      console[method] = original;
    };
  };
  const restore = [
    watchStream(process.stdout, 'standard output'),
    watchStream(process.stderr, 'standard error'),
    ...consoleMethods.map(watchConsole),
  ];
  return {
    stop: () => {
      for (const one of restore) one();
      return written;
    },
  };
}
