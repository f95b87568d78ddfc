export type { Change, ChangePage, ChangeQuery, Changes, FollowOptions } from './changes.ts';
export type {
  ConnectLink,
  ConnectLinks,
  ConsentConnector,
  CreatedConnectLink,
  NewConnectLink,
  OAuthApp,
  OAuthAppChange,
  OAuthApps,
} from './connect-links.ts';
export { ConnectorClient, type Download, type DownloadOptions } from './connector-client.ts';
export type {
  ActionOf,
  CallOptions,
  EntityOf,
  ExecuteOptions,
  LoosePaths,
  PagedActionOf,
  ParamsOf,
  Preview,
  RecordOf,
  ResultOf,
} from './connector-types.ts';
export { type Client, createClient, type WorkspaceClient } from './create-client.ts';
export type { BuiltInConnectors } from './generated/connectors.generated.ts';
export type {
  ActionQuery,
  Audit,
  AuditEntry,
  AuditFilter,
  AuditPage,
  AuditPosition,
  Connection,
  ConnectionChange,
  Connections,
  ConnectorEntity,
  ConnectorInstance,
  ConnectorManifest,
  ConnectorSummary,
  Connectors,
  CreatedToken,
  EntitySync,
  EventEndpoint,
  EventEndpointChange,
  EventRegistration,
  EventRegistrationRequest,
  FoundAction,
  GatewayAudit,
  NewConnection,
  NewPolicy,
  NewToken,
  Token,
  TokenPreview,
  Tokens,
  Workspace,
  WorkspaceChange,
  Workspaces,
} from './management.ts';
export type {
  CreatedSubscription,
  Delivery,
  DeliveryFilter,
  DeliveryPage,
  DeliveryPosition,
  DeliveryState,
  NewSubscription,
  Subscription,
  SubscriptionChange,
  Subscriptions,
  SubscriptionTest,
} from './subscriptions.ts';
export type { ClientOptions, Transport } from './transport.ts';
export { ConnectoryError, type ErrorCode, type Problem } from './transport.ts';
