import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { isJSONRPCRequest, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Calls } from './calls.ts';
import { isCancellation, isReply } from './messages.ts';
import { createToolServer } from './tool-server.ts';

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
  const canAsk: Parameters<typeof createToolServer>[0]['canAsk'] = (server) =>
    server.getClientCapabilities()?.elicitation?.form !== undefined;
  const server = createToolServer({ callsUntil, canAsk, onError });
  const ended = new Promise<void>((resolve) => {
    input.once('end', resolve);
    input.once('close', resolve);
    server.onclose = resolve;
  });
  const transport = new StdioServerTransport(input, output);
  await server.connect(transport);
  const { onmessage } = transport;
  const send = transport.send.bind(transport);
  transport.onmessage = (message) => onmessage?.(withoutZero(message));
  transport.send = (message) => send(withoutZero(message));
  await ended;
  await server.close();
}

// Client and server of the library take the ID 0 for none where a call is cancelled, so numbers are one higher on the other side.
function withoutZero(message: JSONRPCMessage): JSONRPCMessage {
  if (isJSONRPCRequest(message)) return { ...message, id: moved(message.id, 1) };
  if (isReply(message) && message.id !== undefined) return { ...message, id: moved(message.id, -1) };
  if (!isCancellation(message)) return message;
  const { requestId: id } = message.params;
  return { ...message, params: { ...message.params, ...(id !== undefined && { requestId: moved(id, 1) }) } };
}

const moved = (id: string | number, by: number): string | number => (typeof id === 'number' ? id + by : id);
