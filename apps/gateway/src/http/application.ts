import express, { type ErrorRequestHandler, type Express } from 'express';
import { agentSdkRoutes } from '../airbyte-compat/routes.ts';
import { auditManagement } from '../audit/audit-management.ts';
import { auditRoutes } from '../audit/routes.ts';
import { changeRoutes } from '../changes/routes.ts';
import { connectPages } from '../connect/connect-pages.ts';
import { connectLinkRoutes } from '../connect/links.ts';
import { oauthAppRoutes } from '../connect/oauth-apps.ts';
import { connectionRoutes, integrationRoutes } from '../connections/routes.ts';
import { actionRoutes, connectorRoutes } from '../discovery/routes.ts';
import { eventRoutes } from '../events/routes.ts';
import { vendorEventRoutes } from '../events/vendor-events.ts';
import type { GatewayServices } from '../gateway-services.ts';
import { mcpRoutes } from '../mcp/routes.ts';
import { connectorDocumentRoutes } from '../service/connector-documents.ts';
import { healthRoutes } from '../service/health.ts';
import { consoleRoutes } from '../site/console.ts';
import { docsRoutes } from '../site/docs.ts';
import { referenceRoutes } from '../site/reference.ts';
import { subscriptionRoutes } from '../subscriptions/routes.ts';
import { syncRoutes } from '../syncs/routes.ts';
import { tokenRoutes } from '../tokens/routes.ts';
import { workspaceRoutes } from '../workspaces/routes.ts';
import { limitCalls } from './limits.ts';
import { logRequest, refuseWhenClosing } from './request.ts';
import { answerError } from './respond.ts';
import { unknownRoute } from './unknown-route.ts';

const allRoutes = [
  connectorRoutes,
  actionRoutes,
  agentSdkRoutes,
  integrationRoutes,
  workspaceRoutes,
  connectionRoutes,
  oauthAppRoutes,
  connectLinkRoutes,
  syncRoutes,
  eventRoutes,
  changeRoutes,
  subscriptionRoutes,
  tokenRoutes,
  auditRoutes,
  mcpRoutes,
];

/** The Express application: every route except execute, which `createListener` serves in front of it. */
export function createApplication(services: GatewayServices): Express {
  const { logger, isClosing } = services;
  const application = express();
  application.disable('x-powered-by');
  application.disable('etag');
  application.set('query parser', 'simple');
  application.use((request, response, next) => {
    logRequest(logger, request, response, () => (request.route as { path?: string } | undefined)?.path ?? 'none');
    next();
  });
  const unknown = unknownRoute(services.document);
  // Express would respond with the methods of the first router that matches the path.
  application.options('/{*path}', unknown);
  application.use(healthRoutes(services));
  application.use(connectorDocumentRoutes(services));
  application.use((_request, response, next) => {
    refuseWhenClosing(isClosing, response);
    next();
  });
  application.use(connectPages(services));
  application.use(vendorEventRoutes(services));
  application.use('/api', limitCalls(services.controlPlane, services.callLimiter));
  application.use(auditManagement(services.controlPlane, services.document));
  for (const routes of allRoutes) application.use(routes(services));
  application.use(docsRoutes());
  application.use(referenceRoutes(services.registry));
  application.use(consoleRoutes());
  application.use(unknown);
  // Express recognizes an error handler by its four parameters.
  const answer: ErrorRequestHandler = (thrown: unknown, request, response, _next) =>
    answerError(logger, request, response, thrown);
  application.use(answer);
  return application;
}
