import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Calls } from './calls.ts';
import { createToolServer } from './tool-server.ts';

/** Where the messages of a client come from and go to. */
export interface Pipes {
  readonly input: Readable;
  readonly output: Writable;
}

/** Serves the tools to the client at the other end of the pipes, until it closes its end. */
export async function serveStdio(
  calls: Calls,
  { input, output }: Pipes,
  onError: (error: unknown) => void,
): Promise<void> {
  const canAsk: Parameters<typeof createToolServer>[0]['canAsk'] = (server) =>
    server.getClientCapabilities()?.elicitation?.form !== undefined;
  const server = createToolServer({ calls, canAsk, onError });
  const ended = new Promise<void>((resolve) => {
    input.once('end', resolve);
    input.once('close', resolve);
    server.onclose = resolve;
  });
  await server.connect(new StdioServerTransport(input, output));
  await ended;
  await server.close();
}
