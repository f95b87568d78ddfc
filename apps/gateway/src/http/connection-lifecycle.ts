import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ExecuteRequest } from '@connectory/core';
import { HeldResponses } from '@connectory/upstream';

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

/** Watches whether the caller still waits for a response, and until when responses must be kept for it. */
export function watchCaller(
  request: IncomingMessage,
  response: ServerResponse,
): Required<Pick<ExecuteRequest, 'signal' | 'held'>> {
  const gone = new AbortController();
  const held = new HeldResponses();
  whenClosed(request, response, () => {
    if (!response.writableFinished) gone.abort();
    held.close();
  });
  return { signal: gone.signal, held };
}

/** How long a client may stop reading a response, in milliseconds. */
export const maxUnreadMilliseconds = 60_000;

/** Aborts a finished response if its client stops reading, because unread data stays in memory. */
export function cutWhenUnread(response: ServerResponse): void {
  if (response.writableLength > 0) response.setTimeout(maxUnreadMilliseconds, () => response.destroy());
}

/** Writes a part of a response, and resolves when more may be written. A client that reads nothing for a minute is disconnected. */
export async function writeWhenDrained(response: ServerResponse, part: Buffer | string): Promise<void> {
  if (part.length === 0 || response.destroyed || response.write(part)) return;
  const written = new AbortController();
  const { signal } = written;
  const cut = setTimeout(() => response.destroy(), maxUnreadMilliseconds);
  await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
  clearTimeout(cut);
  // Removes the listener of the event that did not occur.
  written.abort();
}

/** How much of a body is still read after the response, in bytes and in milliseconds. */
const discarded = { max: 16 * 1024 * 1024, longest: 5_000 };

/** Whether more of a request body may arrive. */
export function hasUnreadBody({ complete, headers }: IncomingMessage): boolean {
  return !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);
}

/**
 * Reads and discards the rest of a body: most clients read the response only after they have sent everything, and lose it if the connection
 * closes earlier. Resolves at the end of the body, after 16 MiB, after 5 seconds, or when the client disconnects.
 */
export function discardBody(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let left = discarded.max;
    const end = () => {
      clearTimeout(patience);
      resolve();
    };
    const patience = setTimeout(end, discarded.longest);
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) end();
    });
    request.once('close', end);
    request.once('end', end);
    if (request.destroyed) end();
    request.resume();
  });
}

const patient = new WeakSet<Duplex>();

/** Lets a request arrive for as long as its call may take, instead of 60 seconds. */
export function awaitSlowBody(request: IncomingMessage, response: ServerResponse): void {
  patient.add(request.socket);
  whenClosed(request, response, () => patient.delete(request.socket));
}

/** Whether the request that is arriving may take longer than 60 seconds. */
export const mayArriveSlowly = (socket: Duplex): boolean => patient.has(socket);
