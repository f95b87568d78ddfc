import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

// A single listener per connection, which may carry many requests.
const waiting = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls `closed` once when a response has been sent or its client has disconnected. Node.js does not notify a response that waits behind an
 * earlier one on the same connection (pipelining) when the connection closes.
 */
export function whenClosed({ socket }: IncomingMessage, response: ServerResponse, closed: () => void): void {
  if (response.closed || socket.destroyed) {
    closed();
    return;
  }
  const listeners = listenersOf(socket);
  const end = () => {
    response.off('close', end);
    listeners.delete(end);
    closed();
  };
  response.on('close', end);
  listeners.add(end);
}

function listenersOf(socket: Socket): Set<() => void> {
  const known = waiting.get(socket);
  if (known !== undefined) return known;
  const listeners = new Set<() => void>();
  waiting.set(socket, listeners);
  socket.once('close', () => {
    for (const end of [...listeners]) end();
  });
  return listeners;
}
