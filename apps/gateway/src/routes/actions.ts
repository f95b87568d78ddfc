import { connectorOperations } from '@connectory/openapi';
import type { Router } from 'express';
import { findActions } from '../discovery/find-actions.ts';
import type { GatewayServices } from '../gateway-services.ts';
import { OperationRouter } from '../http/operation-router.ts';

/** `/api/v1/actions`: search for actions by a description of the task, without what the token's policy forbids. */
export function actionRoutes(services: GatewayServices): Router {
  const routes = new OperationRouter(services.controlPlane);
  routes.json(connectorOperations.findActions, ({ principal, query }) => findActions(services, principal, query()));
  return routes.router;
}
