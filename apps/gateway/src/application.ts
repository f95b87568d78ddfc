import express, { type ErrorRequestHandler, type Express } from 'express';
import { agentSdkRoutes } from './agent-sdk/agent-sdk-routes.ts';
import type { GatewayServices } from './gateway-services.ts';
import { auditManagement } from './http/audit-management.ts';
import { limitCalls } from './http/limits.ts';
import { logRequest, refuseWhenClosing } from './http/request.ts';
import { answerError } from './http/respond.ts';
import { unknownRoute } from './http/unknown-route.ts';
import { mcpRoutes } from './mcp/mcp-routes.ts';
import { actionRoutes } from './routes/actions.ts';
import { auditRoutes } from './routes/audit.ts';
import { changeRoutes } from './routes/changes.ts';
import { connectLinkRoutes } from './routes/connect-links.ts';
import { connectPages } from './routes/connect-pages.ts';
import { connectionRoutes } from './routes/connections.ts';
import { connectorDocumentRoutes } from './routes/connector-documents.ts';
import { connectorRoutes } from './routes/connectors.ts';
import { consoleRoutes } from './routes/console.ts';
import { docsRoutes } from './routes/docs.ts';
import { eventRoutes } from './routes/events.ts';
import { healthRoutes } from './routes/health.ts';
import { integrationRoutes } from './routes/integrations.ts';
import { oauthAppRoutes } from './routes/oauth-apps.ts';
import { referenceRoutes } from './routes/reference.ts';
import { subscriptionRoutes } from './routes/subscriptions.ts';
import { syncRoutes } from './routes/syncs.ts';
import { tokenRoutes } from './routes/tokens.ts';
import { vendorEventRoutes } from './routes/vendor-events.ts';
import { workspaceRoutes } from './routes/workspaces.ts';

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
