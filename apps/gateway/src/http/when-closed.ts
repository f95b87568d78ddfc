import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

// Members, because the entries of a weak map are extra work for the garbage collector with every request.
const callbacks = Symbol('callbacks');
const endings = Symbol('endings');

type WatchedResponse = ServerResponse & { [callbacks]?: (() => void)[] };
type WatchedSocket = Socket & { [endings]?: Set<() => void> };

/**
 * Calls `closed` once when a response has been sent or its client has disconnected. Node.js does not notify a response that waits behind an
 * earlier one on the same connection (pipelining) when the connection closes.
 */
export function whenClosed({ socket }: IncomingMessage, response: WatchedResponse, closed: () => void): void {
  if (response.closed || socket.destroyed) {
    closed();
    return;
  }
  const known = response[callbacks];
  if (known !== undefined) {
    known.push(closed);
    return;
  }
  const all = [closed];
  response[callbacks] = all;
  const waiting = endingsOf(socket);
  const end = () => {
    if (!waiting.delete(end)) return;
    for (const callback of all) callback();
  };
  response.on('close', end);
  waiting.add(end);
}

// A single listener per connection, which may carry many requests.
function endingsOf(socket: WatchedSocket): Set<() => void> {
  const known = socket[endings];
  if (known !== undefined) return known;
  const waiting = new Set<() => void>();
  socket[endings] = waiting;
  socket.once('close', () => {
    for (const end of [...waiting]) end();
  });
  return waiting;
}
