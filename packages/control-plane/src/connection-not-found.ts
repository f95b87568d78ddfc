import { GatewayError } from '@connectory/errors';

/** The one error for connections that do not exist, cannot exist or belong to another workspace, so that callers cannot tell them apart. */
export function connectionNotFound(): GatewayError {
  return new GatewayError('connector_not_found', 'The workspace has no connection with that id. List its connections.');
}
