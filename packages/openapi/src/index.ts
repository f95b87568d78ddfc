export { operationIdOf } from './connector-document/component-names.ts';
export { connectorDocument } from './connector-document/connector-document.ts';
export { distinctNames } from './connector-document/distinct-names.ts';
export { errorsPage } from './errors-page.ts';
export { gatewayDocument, type OpenApiDocument } from './gateway-document.ts';
export { openApi30 } from './openapi-3-0/convert-document.ts';
export type { Access, Operation } from './operation.ts';
export type { AnswerOf, BodyOf, PathOf, QueryOf } from './operation-types.ts';
export { agentSdkOperations } from './operations/agent-sdk.ts';
export { auditOperations } from './operations/audit.ts';
export { changeOperations } from './operations/changes.ts';
export { connectLinkOperations } from './operations/connect-links.ts';
export { connectionOperations } from './operations/connections.ts';
export { connectorOperations } from './operations/connectors.ts';
export { eventOperations } from './operations/events.ts';
export { oauthAppOperations } from './operations/oauth-apps.ts';
export { serviceOperations } from './operations/service.ts';
export { subscriptionOperations } from './operations/subscriptions.ts';
export { syncOperations } from './operations/syncs.ts';
export { tokenOperations } from './operations/tokens.ts';
export { workspaceOperations } from './operations/workspaces.ts';
export type { ApplicationTokenBody } from './schemas/agent-sdk.ts';
export { type AuditEntryBody, auditListSchema } from './schemas/audit.ts';
export { type ChangeBody, changeSchema } from './schemas/change.ts';
export type { ConnectLinkBody } from './schemas/connect-link.ts';
export {
  type ConnectionBody,
  type ConnectionChangeBody,
  type ConnectionLimitsBody,
  type ConnectorInstanceBody,
  connectionListSchema,
  connectionSchema,
  connectorInstanceListSchema,
} from './schemas/connection.ts';
export { connectorListSchema, connectorManifestSchema } from './schemas/connector.ts';
export type { EventEndpointBody } from './schemas/event-endpoint.ts';
export { type ExecuteTrailer, executeResultSchema, executeTrailerSchema } from './schemas/execute.ts';
export { actionSearchQuerySchema, type FoundActionListBody } from './schemas/found-action.ts';
export type { ReadinessBody, UpstreamSunsetBody } from './schemas/health.ts';
export type { ConsentConnectorBody, OAuthAppBody } from './schemas/oauth-app.ts';
export { type ProblemBody, problemSchema } from './schemas/problem.ts';
export type { DeliveryBody, SubscriptionBody } from './schemas/subscription.ts';
export { type EntitySyncBody, type SyncStatesBody, syncStatesSchema } from './schemas/sync.ts';
export { createdTokenSchema, type PolicyBody, type TokenBody, tokenListSchema, tokenSchema } from './schemas/token.ts';
export { type TokenPreviewBody, tokenPreviewSchema } from './schemas/token-preview.ts';
export {
  type WorkspaceBody,
  type WorkspaceLimitsBody,
  workspaceListSchema,
  workspaceSchema,
} from './schemas/workspace.ts';
