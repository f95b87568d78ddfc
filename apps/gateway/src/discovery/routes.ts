import type { ControlPlane } from '@connectory/control-plane';
import type { ActionSearch, ContextCopy, Registry } from '@connectory/core';
import type { Router } from 'express';
import type { AccessParts } from '../http/authenticate.ts';
import { OperationRouter } from '../http/operation-router.ts';
import { pageById } from '../http/page-by-id.ts';
import { findActions } from './find-actions.ts';
import { connectorOperations } from './operations.ts';
import { restrictManifest, visibleConnector, visibleConnectors, visibleEntity } from './visible-connectors.ts';

/** Dependencies of the routes of connectors and actions. */
export interface DiscoveryParts {
  readonly controlPlane: AccessParts & Pick<ControlPlane, 'connections'>;
  readonly registry: Registry;
  readonly actionSearch: ActionSearch;
  /** The synchronized copies; undefined in direct mode. */
  readonly copy: ContextCopy | undefined;
}

/** `/api/v1/connectors`, `/{id}` and `/{id}/entities/{entity}`: the installed connectors, without what the token's policy forbids. */
export function connectorRoutes(services: DiscoveryParts): Router {
  const routes = new OperationRouter(services.controlPlane);
  routes.json(connectorOperations.listConnectors, async ({ principal, query }) => {
    const { all } = await visibleConnectors(services, principal);
    const { page, nextCursor } = pageById(all, ({ connector }) => connector.id, query());
    const data = page.map(({ manifest: { settings: _settings, entities: _entities, ...summary } }) => summary);
    return { data, meta: { next_cursor: nextCursor } };
  });
  routes.json(connectorOperations.getConnector, async ({ principal, path }) => {
    const visible = await visibleConnectors(services, principal);
    const { manifest } = visibleConnector(visible, path.id);
    return restrictManifest(manifest, visible.allows);
  });
  routes.json(connectorOperations.getEntity, async ({ principal, path }) => {
    const visible = await visibleConnectors(services, principal);
    return visibleEntity(visibleConnector(visible, path.id), path.entity, visible.allows);
  });
  return routes.router;
}

/** `/api/v1/actions`: search for actions by a description of the task, without what the token's policy forbids. */
export function actionRoutes(services: DiscoveryParts): Router {
  const routes = new OperationRouter(services.controlPlane);
  routes.json(connectorOperations.findActions, ({ principal, query }) => findActions(services, principal, query()));
  return routes.router;
}
