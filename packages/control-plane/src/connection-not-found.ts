import { GatewayError } from '@connectory/errors';

/** The one answer for a connection that does not exist, belongs to another workspace, or cannot exist: they look alike. */
export function connectionNotFound(): GatewayError {
  return new GatewayError('connector_not_found', 'The workspace has no connection with that id. List its connections.');
}
