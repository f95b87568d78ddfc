import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallSpan, Tracer } from '@connectory/core';
import { requestIdOf } from '../http/request-id.ts';
import { whenClosed } from '../http/when-closed.ts';

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

/** Authenticates the caller as a part of a traced call. A synchronous result stays synchronous. */
export function tracedAuthentication<Principal extends { readonly workspaceId: string }>(
  span: CallSpan,
  authenticate: () => Principal | Promise<Principal>,
): Principal | Promise<Principal> {
  const part = span.begin('auth');
  const known = (principal: Principal) => {
    span.tell({ workspaceId: principal.workspaceId });
    return principal;
  };
  const end = () => part.end();
  try {
    const found = authenticate();
    if (found instanceof Promise) return found.then(known).finally(end);
    end();
    return known(found);
  } catch (thrown) {
    end();
    throw thrown;
  }
}
