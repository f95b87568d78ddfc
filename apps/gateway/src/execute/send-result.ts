import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type { ExecuteResult } from '@connectory/core';
import { writeExactly } from '@connectory/exact-json';
import { maxUnreadMilliseconds, whenClosed } from '../http/connection-lifecycle.ts';
import { requestIdOf } from '../http/request.ts';
import { sendJson, sendJsonText } from '../http/respond.ts';

const open = Buffer.from('{"data":');
const middle = Buffer.from(',"meta":');
const close = Buffer.from('}');

/** Sends the result of an execute call: `{data, meta}`, or the bytes of a file. */
export function sendResult(
  request: IncomingMessage,
  response: ServerResponse,
  result: Exclude<ExecuteResult, { readonly kind: 'held' }>,
): void {
  switch (result.kind) {
    case 'preview':
      sendJson(request, response, 200, { data: { requests: result.requests }, meta: {} });
      break;
    case 'file':
      sendFile(request, response, result.file);
      break;
    default: {
      // Records are passed through unchanged.
      const meta = Buffer.from(writeExactly(result.meta));
      sendJsonText(request, response, 200, [open, result.json, middle, meta, close]);
    }
  }
}

function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Extract<ExecuteResult, { kind: 'file' }>['file'],
): void {
  response.writeHead(status, {
    'content-type': 'application/octet-stream',
    ...headers,
    'x-request-id': requestIdOf(request),
    'x-content-type-options': 'nosniff',
    // A downloaded file must never run as a page of this origin.
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'no-store',
  });
  response.setTimeout(maxUnreadMilliseconds, () => response.destroy());
  // If the upstream aborts, the response is aborted too, so that a truncated file never looks complete.
  pipeline(body, response, () => {});
  whenClosed(request, response, () => body.destroy());
}
