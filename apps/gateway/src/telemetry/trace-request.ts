import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallSpan, Tracer } from '@connectory/core';
import { whenClosed } from '../http/connection-lifecycle.ts';
import { requestIdOf } from '../http/request.ts';

/** Traces a request from here until its response has been sent, or the client is gone. */
export function traceRequest(
  tracer: Tracer,
  name: 'execute' | 'mcp',
  request: IncomingMessage,
  response: ServerResponse,
): CallSpan {
  const span = tracer.begin(name, request.headers.traceparent, { requestId: requestIdOf(request) });
  whenClosed(request, response, () => {
    if (response.headersSent) span.tell({ status: response.statusCode });
    span.end();
  });
  return span;
}

/** Authenticates the caller as a part of a traced call. */
export async function tracedAuthentication<Principal extends { readonly workspaceId: string }>(
  span: CallSpan,
  authenticate: () => Promise<Principal>,
): Promise<Principal> {
  const part = span.begin('auth');
  try {
    const principal = await authenticate();
    span.tell({ workspaceId: principal.workspaceId });
    return principal;
  } finally {
    part.end();
  }
}
