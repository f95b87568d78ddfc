import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { sendResult } from './send-result.ts';

it('ends a download that waits for an earlier response when its connection closes', async () => {
  const socket = new Socket();
  const request = new IncomingMessage(socket);
  const response = new ServerResponse(request);
  const body = new Readable({ read: () => undefined });
  sendResult(request, response, { kind: 'file', file: { status: 200, headers: {}, body } });
  expect(body.destroyed).toBe(false);
  socket.destroy();
  await once(body, 'close');
});
