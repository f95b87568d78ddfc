import type { Connection } from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';
import type { Router } from 'express';
import type { GatewayServices } from '../gateway-services.ts';
import { authorizeWorkspace, policyOf } from '../http/authenticate.ts';
import { OperationRouter } from '../http/operation-router.ts';
import { connectionOperations } from './operations.ts';
import type { ConnectorInstanceBody } from './schemas.ts';

/** `/api/v1/integrations/connectors`: the connections of a workspace with the connector ids that execute takes. */
export function integrationRoutes({ controlPlane, registry }: GatewayServices): Router {
  const routes = new OperationRouter(controlPlane);
  routes.json(connectionOperations.listConnectorInstances, async ({ request, principal, query }) => {
    const { workspace_name: named, ...page } = query();
    const name = named ?? (principal.kind === 'token' ? principal.workspaceId : undefined);
    if (name === undefined) {
      throw new GatewayError('invalid_params', 'Say which workspace with ?workspace_name=.', {
        errors: [
          { field: '/query/workspace_name', message: 'is required with the admin token', error_code: 'required' },
        ],
      });
    }
    const workspace = await authorizeWorkspace(controlPlane, request, name, 'use');
    const policy = policyOf(principal);
    const { items, nextCursor } = await controlPlane.connections.list(workspace.id, { ...page, policy });
    return { data: items.map(toBody), meta: { next_cursor: nextCursor } };
  });

  const toBody = ({ id, name, connector, state, createdAt, updatedAt }: Connection): ConnectorInstanceBody => ({
    id,
    name,
    connector,
    vendor: registry.get(connector)?.connector.vendor ?? null,
    state,
    created_at: createdAt,
    updated_at: updatedAt,
  });
  return routes.router;
}
