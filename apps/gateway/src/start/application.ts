import type { ControlPlane } from '@connectory/control-plane';
import express, { type ErrorRequestHandler, type Express } from 'express';
import { type AirbyteParts, airbyteRoutes } from '../airbyte-compat/routes.ts';
import { auditManagement } from '../audit/audit-management.ts';
import { type AuditParts, auditRoutes } from '../audit/routes.ts';
import { type AuthorizationParts, authorizationPreflight, authorizationRoutes } from '../authorization/routes.ts';
import { type ChangeParts, changeRoutes } from '../changes/routes.ts';
import { type ConnectPageParts, connectPages } from '../connect/connect-pages.ts';
import { type ConnectLinkParts, connectLinkRoutes } from '../connect/links.ts';
import { type OAuthAppParts, oauthAppRoutes } from '../connect/oauth-apps.ts';
import { type ConnectionParts, connectionRoutes, integrationRoutes } from '../connections/routes.ts';
import { actionRoutes, connectorRoutes, type DiscoveryParts } from '../discovery/routes.ts';
import { type EventParts, eventRoutes } from '../events/routes.ts';
import { type VendorEventParts, vendorEventRoutes } from '../events/vendor-events.ts';
import { type BatchRouteParts, batchRoutes } from '../execute/batch-routes.ts';
import { type ExportParts, exportRoutes } from '../exports/routes.ts';
import { type FindParts, findRoutes } from '../find/routes.ts';
import { type HeldParts, heldRoutes } from '../held/routes.ts';
import { limitCalls } from '../http/limits.ts';
import { logRequest, refuseWhenClosing } from '../http/request.ts';
import { responseError } from '../http/respond.ts';
import { unknownRoute } from '../http/unknown-route.ts';
import { presentAsJsonRpc } from '../mcp/json-rpc-problem.ts';
import { toolsPath } from '../mcp/own-address.ts';
import { type McpParts, mcpRoutes } from '../mcp/routes.ts';
import { type OverviewParts, overviewRoutes } from '../overview/routes.ts';
import { type OwnFieldParts, ownFieldRoutes } from '../own-fields/routes.ts';
import { type PeopleParts, peopleRoutes } from '../people/routes.ts';
import { type SignInParts, signInPages } from '../people/sign-in-pages.ts';
import { type PersonRequestParts, personRequestRoutes } from '../person-requests/routes.ts';
import { connectorDocumentRoutes, type DocumentParts } from '../service/connector-documents.ts';
import { type HealthParts, healthRoutes } from '../service/health.ts';
import { consoleRoutes } from '../site/console.ts';
import { docsRoutes } from '../site/docs.ts';
import { referenceRoutes } from '../site/reference.ts';
import { type SqlParts, sqlRoutes } from '../sql/routes.ts';
import { type SubscriptionParts, subscriptionRoutes } from '../subscriptions/routes.ts';
import { type SyncParts, syncRoutes } from '../syncs/routes.ts';
import { type TokenParts, tokenRoutes } from '../tokens/routes.ts';
import { type WorkspaceParts, workspaceRoutes } from '../workspaces/routes.ts';

const allRoutes = [
  connectorRoutes,
  actionRoutes,
  airbyteRoutes,
  integrationRoutes,
  batchRoutes,
  sqlRoutes,
  workspaceRoutes,
  connectionRoutes,
  oauthAppRoutes,
  connectLinkRoutes,
  syncRoutes,
  ownFieldRoutes,
  exportRoutes,
  eventRoutes,
  changeRoutes,
  findRoutes,
  subscriptionRoutes,
  tokenRoutes,
  heldRoutes,
  peopleRoutes,
  personRequestRoutes,
  overviewRoutes,
  auditRoutes,
  mcpRoutes,
];

/** Dependencies of the Express application: what the routes of each feature need. */
export interface ApplicationParts
  extends AirbyteParts,
    AuditParts,
    AuthorizationParts,
    BatchRouteParts,
    ChangeParts,
    ConnectLinkParts,
    ConnectPageParts,
    ConnectionParts,
    DiscoveryParts,
    DocumentParts,
    EventParts,
    ExportParts,
    FindParts,
    HealthParts,
    HeldParts,
    McpParts,
    OAuthAppParts,
    OverviewParts,
    OwnFieldParts,
    PeopleParts,
    PersonRequestParts,
    SignInParts,
    SqlParts,
    SubscriptionParts,
    SyncParts,
    TokenParts,
    VendorEventParts,
    WorkspaceParts {
  readonly controlPlane: ControlPlane;
}

/** The Express application: every route except execute, which `createListener` serves in front of it. */
export function createApplication(services: ApplicationParts): Express {
  const { logger, isClosing } = services;
  const application = express();
  application.disable('x-powered-by');
  application.disable('etag');
  application.set('query parser', 'simple');
  application.use((request, response, next) => {
    logRequest(logger, request, response, () => (request.route as { path?: string } | undefined)?.path ?? 'none');
    next();
  });
  application.use(toolsPath, (request, _response, next) => {
    presentAsJsonRpc(request);
    next();
  });
  const unknown = unknownRoute(services.document);
  application.use(authorizationPreflight);
  // Express would respond with the methods of the first router that matches the path.
  application.options('/{*path}', unknown);
  application.use(healthRoutes(services));
  application.use(connectorDocumentRoutes(services));
  application.use((_request, response, next) => {
    refuseWhenClosing(isClosing, response);
    next();
  });
  application.use(connectPages(services));
  application.use(signInPages(services));
  application.use(authorizationRoutes(services));
  application.use(vendorEventRoutes(services));
  application.use('/api', limitCalls(services.controlPlane, services.callLimiter));
  application.use(auditManagement(services.controlPlane, services.document));
  for (const routes of allRoutes) application.use(routes(services));
  application.use(docsRoutes());
  application.use(referenceRoutes(services.registry));
  application.use(consoleRoutes());
  application.use(unknown);
  // Express recognizes an error handler by its four parameters.
  const reply: ErrorRequestHandler = (thrown: unknown, request, response, _next) =>
    responseError(logger, request, response, thrown);
  application.use(reply);
  return application;
}
