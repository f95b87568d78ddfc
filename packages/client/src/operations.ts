import type { Client } from './create-client.ts';
import type { OperationRequest } from './operation-requests.ts';
import { dataOf } from './transport.ts';

export { operationsById } from './generated/operations.generated.ts';
export type { OperationRequest, RequestMember } from './operation-requests.ts';

/** The values of a request: parameters of the path, members of query and body. */
export interface OperationValues {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
}

// The types of the transport follow from a literal address.
type Send = (method: string, path: string, init: object) => Promise<{ readonly data?: unknown }>;

/** Sends an operation, and returns the body of its response. Throws `ConnectoryError` if the gateway rejects it or fails. */
export function sendOperation(
  { transport }: Client,
  request: OperationRequest,
  { path, query, body }: OperationValues,
): Promise<unknown> {
  const hasBody = Object.keys(request.body).length > 0;
  const init = { params: { path, query }, ...(hasBody && { body }) };
  return dataOf((transport.request as Send)(request.method.toLowerCase(), request.path, init));
}
