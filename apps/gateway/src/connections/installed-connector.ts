import type { Connector } from '@connectory/connector-sdk';
import type { Registry } from '@connectory/core';
import { GatewayError } from '@connectory/errors';

/** Returns the connector with this id. Throws `connector_not_found` if it is not installed. */
export function installedConnector(registry: Registry, id: string): Connector {
  const found = registry.get(id);
  if (found !== undefined) return found.connector;
  const names = registry.all().map(({ connector }) => connector.id);
  throw new GatewayError(
    'connector_not_found',
    `This gateway has no connector "${id}". Installed: ${names.join(', ')}.`,
  );
}
