import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts';

/** A sandbox that listens. */
export interface RunningSandbox {
  /** `http://127.0.0.1:<port>`. */
  readonly origin: string;
  readonly sandbox: Sandbox;
  /** Closes the listener and every connection. */
  stop(): Promise<void>;
}

/** Starts a sandbox on 127.0.0.1, at a free port unless one is given. Rejects when the port is taken. */
export async function startSandbox(options: SandboxOptions & { readonly port?: number }): Promise<RunningSandbox> {
  const sandbox = createSandbox(options);
  const server = createServer(sandbox.handle);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    sandbox,
    stop: async () => {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeAllConnections();
      await closed;
    },
  };
}
