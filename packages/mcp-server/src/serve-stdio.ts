import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport, serveStdio as serveConnection } from '@modelcontextprotocol/server/stdio';
import type { Calls } from './calls.ts';
import { canConfirm } from './messages.ts';
import { OwnQuestions } from './questions.ts';
import { createToolServer, type ToolServerOptions } from './tool-server.ts';

/** Where the messages of a client come from and go to. */
export interface Pipes {
  readonly input: Readable;
  readonly output: Writable;
}

/**
 * Serves the tools to the client at the other end of the pipes, until it closes its end. `callsUntil` returns the calls of one tool, whose
 * signal aborts when the client cancels it.
 */
export async function serveStdio(
  callsUntil: (signal: AbortSignal) => Calls,
  { input, output }: Pipes,
  onError: (error: unknown) => void,
): Promise<void> {
  const questions = new OwnQuestions();
  const canAsk: ToolServerOptions['canAsk'] = (server) => canConfirm(server.getClientCapabilities() ?? {});
  const ended = new Promise<void>((resolve) => {
    input.once('end', resolve);
    input.once('close', resolve);
  });
  const transport = new StdioServerTransport(input, output);
  const make = () => createToolServer({ callsUntil, canAsk, questions, onError });
  // Nothing that could be subscribed to changes.
  const connection = serveConnection(make, { transport, maxSubscriptions: 0 });
  await ended;
  await connection.close();
}
