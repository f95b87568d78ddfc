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
export { connectLinkOperations } from './operations/connect-links.ts';
export { connectionOperations } from './operations/connections.ts';
export { connectorOperations } from './operations/connectors.ts';
export { executeOperations } from './operations/execute.ts';
export { oauthAppOperations } from './operations/oauth-apps.ts';
export { serviceOperations } from './operations/service.ts';
export { syncOperations } from './operations/syncs.ts';
export { tokenOperations } from './operations/tokens.ts';
export { workspaceOperations } from './operations/workspaces.ts';
export {
  type ApplicationTokenBody,
  applicationTokenRequestSchema,
  applicationTokenSchema,
} from './schemas/agent-sdk.ts';
export {
  type AuditEntryBody,
  auditEntrySchema,
  auditListQuerySchema,
  auditListSchema,
} from './schemas/audit.ts';
export {
  type ConnectLinkBody,
  type CreatedConnectLinkBody,
  connectLinkSchema,
  createdConnectLinkSchema,
  newConnectLinkSchema,
} from './schemas/connect-link.ts';
export {
  type ConnectionBody,
  type ConnectionChangeBody,
  type ConnectionLimitsBody,
  type ConnectorInstanceBody,
  connectionChangeSchema,
  connectionListQuerySchema,
  connectionListSchema,
  connectionPathSchema,
  connectionSchema,
  connectorInstanceListQuerySchema,
  connectorInstanceListSchema,
  connectorInstanceSchema,
  newConnectionSchema,
} from './schemas/connection.ts';
export {
  type ConnectorSummaryBody,
  connectorEntityPathSchema,
  connectorEntitySchema,
  connectorListSchema,
  connectorManifestSchema,
  connectorPathSchema,
  connectorSummarySchema,
} from './schemas/connector.ts';
export {
  type ExecuteTrailer,
  executePathSchema,
  executeResultSchema,
  executeTrailerSchema,
} from './schemas/execute.ts';
export {
  actionSearchQuerySchema,
  type FoundActionBody,
  type FoundActionListBody,
  foundActionListSchema,
  foundActionSchema,
} from './schemas/found-action.ts';
export { healthSchema, type ReadinessBody, readinessSchema, type UpstreamSunsetBody } from './schemas/health.ts';
export { listQuerySchema } from './schemas/list.ts';
export { type OAuthAppBody, oauthAppChangeSchema, oauthAppSchema } from './schemas/oauth-app.ts';
export { errorCodeSchema, type ProblemBody, problemSchema } from './schemas/problem.ts';
export {
  type EntitySyncBody,
  entitySyncSchema,
  type SyncStatesBody,
  syncRequestSchema,
  syncStatesSchema,
} from './schemas/sync.ts';
export {
  type CreatedTokenBody,
  createdTokenSchema,
  newTokenSchema,
  type PolicyBody,
  policySchema,
  type TokenBody,
  tokenListSchema,
  tokenPathSchema,
  tokenSchema,
} from './schemas/token.ts';
export {
  newWorkspaceSchema,
  type WorkspaceBody,
  type WorkspaceLimitsBody,
  workspaceChangeSchema,
  workspaceListSchema,
  workspacePathSchema,
  workspaceSchema,
} from './schemas/workspace.ts';
