import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it, vi } from 'vitest';
import { whenClosed } from './connection-lifecycle.ts';

const connection = (): EventEmitter & { destroyed: boolean } => Object.assign(new EventEmitter(), { destroyed: false });
const onConnection = (socket: EventEmitter) => ({ socket }) as unknown as IncomingMessage;
const reply = () => Object.assign(new EventEmitter(), { closed: false }) as unknown as ServerResponse;

it('tells of a response that has been sent, once', () => {
  const socket = connection();
  const [request, response, closed] = [onConnection(socket), reply(), vi.fn()];
  whenClosed(request, response, closed);
  expect(closed).not.toHaveBeenCalled();
  response.emit('close');
  socket.emit('close');
  expect(closed).toHaveBeenCalledOnce();
});

it('tells of responses that wait for an earlier one when their connection closes', () => {
  const socket = connection();
  const request = onConnection(socket);
  const closed = Array.from({ length: 50 }, () => vi.fn());
  for (const each of closed) whenClosed(request, reply(), each);
  expect(socket.listenerCount('close')).toBe(1);
  socket.emit('close');
  for (const each of closed) expect(each).toHaveBeenCalledOnce();
});

it('tells at once where nothing is left to wait for', () => {
  const closed = vi.fn();
  whenClosed(onConnection(connection()), Object.assign(reply(), { closed: true }), closed);
  whenClosed(onConnection(Object.assign(connection(), { destroyed: true })), reply(), closed);
  expect(closed).toHaveBeenCalledTimes(2);
});
