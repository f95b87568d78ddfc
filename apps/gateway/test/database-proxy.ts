import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

/** A proxy of a PostgreSQL server that can be interrupted. */
export interface DatabaseProxy {
  /** The URL of the database through the proxy. */
  readonly url: string;
  /** Breaks all connections and rejects new ones, like a stopped server. */
  cut(): Promise<void>;
  /** Passes nothing on and closes nothing, like a broken network. */
  stall(): void;
  /** Passes everything on again; connections from before the interruption stay broken. */
  restore(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a proxy of a server that listens on a Unix socket, as test servers do. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const behind = new URL(databaseUrl);
  const socketPath = join(behind.searchParams.get('host') ?? '', '.s.PGSQL.5432');
  const sockets = new Set<Socket>();
  let isStalled = false;
  const server = createServer((near) => {
    const far = connect(socketPath);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk: Buffer) => {
        if (!isStalled) to.write(chunk);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const port = await listen(0);
  const url = new URL(`postgres://127.0.0.1:${port}${behind.pathname}`);
  url.username = behind.username;
  const close = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    breakAll();
    await closed;
  };
  return {
    url: url.href,
    cut: close,
    stall: () => {
      isStalled = true;
    },
    restore: async () => {
      if (isStalled) breakAll();
      isStalled = false;
      if (!server.listening) await listen(port);
    },
    stop: close,
  };
}
