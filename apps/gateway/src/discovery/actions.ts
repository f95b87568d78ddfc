import type { Router } from 'express';
import type { GatewayServices } from '../gateway-services.ts';
import { OperationRouter } from '../http/operation-router.ts';
import { findActions } from './find-actions.ts';
import { connectorOperations } from './operations.ts';

/** `/api/v1/actions`: search for actions by a description of the task, without what the token's policy forbids. */
export function actionRoutes(services: GatewayServices): Router {
  const routes = new OperationRouter(services.controlPlane);
  routes.json(connectorOperations.findActions, ({ principal, query }) => findActions(services, principal, query()));
  return routes.router;
}
