import type { IncomingMessage, ServerResponse } from 'node:http';
import { type GatewayError, problemOf } from '@connectory/errors';
import { writeExactly } from '@connectory/exact-json';
import { isAgentClient } from '../agent-sdk/agent-client.ts';
import { presentProblem } from '../agent-sdk/present-problem.ts';
import { discardBody, hasUnreadBody } from './discard-body.ts';
import { endTogether } from './end-together.ts';
import { requestIdOf } from './request-id.ts';
import { cutWhenUnread } from './unread-answer.ts';

const security = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };

/** Sends JSON text in parts. */
export function sendJsonText(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  parts: readonly Buffer[],
): void {
  let length = 0;
  for (const part of parts) length += part.length;
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': length,
    'x-request-id': requestIdOf(request),
    ...security,
  });
  endTogether(response, parts, length, cutWhenUnread);
}

/** Sends a value as JSON. */
export function sendJson(request: IncomingMessage, response: ServerResponse, status: number, value: unknown): void {
  sendJsonText(request, response, status, [Buffer.from(writeExactly(value))]);
}

/** Sends `application/problem+json`. A response that has begun can only be cut off. */
export function sendProblem(request: IncomingMessage, response: ServerResponse, error: GatewayError): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const problem = problemOf(error, requestIdOf(request));
  const body = Buffer.from(JSON.stringify(isAgentClient(request) ? presentProblem(problem) : problem));
  const isUnread = hasUnreadBody(request);
  response.writeHead(error.status, {
    'content-type': 'application/problem+json',
    'content-length': body.length,
    'x-request-id': requestIdOf(request),
    ...security,
    ...(error.retryAfterSeconds !== undefined && { 'retry-after': String(error.retryAfterSeconds) }),
    ...(error.code === 'unauthenticated' && {
      'www-authenticate': String(response.getHeader('www-authenticate') ?? 'Bearer'),
    }),
    ...(isUnread && { connection: 'close' }),
  });
  if (!isUnread) {
    response.end(body);
    return;
  }
  // The response is complete for the client; ending it closes the connection.
  response.write(body);
  void discardBody(request).then(() => response.end());
}
