export type { Audit } from './audit.ts';
export type { AuditEntry, AuditMoment, StoredAuditEntry } from './audit-entry.ts';
export type { AuditLimits } from './audit-retention.ts';
export type { AuditListRequest } from './audit-search.ts';
export type { CallLimits } from './call-limits.ts';
export { type CallRates, OwnRates, type Rate, type RateState } from './call-rates.ts';
export { newTokenPolicy } from './child-policy.ts';
export type { AnsweredLink, AttemptSecrets, ConnectLink, NewAttempt, NewConnectLink } from './connect-link.ts';
export type { ConnectLinks } from './connect-links.ts';
export type {
  ChangeBasis,
  Connection,
  ConnectionChange,
  ConnectionSettings,
  CredentialChange,
  CredentialInput,
  Credentials,
  NewConnection,
  UsedConnection,
} from './connection.ts';
export type { ConnectionLimits } from './connection-limits.ts';
export type { ConnectionReport, ConnectionState } from './connection-state.ts';
export type { ConnectionListRequest, Connections } from './connections.ts';
export { type ControlPlane, type ControlPlaneOptions, createControlPlane } from './control-plane.ts';
export type { ControlPlaneBound } from './control-plane-bounds.ts';
export type { DailyQuota, DailyQuotas } from './daily-quotas.ts';
export { databaseFailure, notStored } from './database-failure.ts';
export {
  type AttemptOutcome,
  Deliveries,
  type Delivery,
  type DeliveryListRequest,
  type DeliveryState,
  deliveryBounds,
  type NewDelivery,
} from './deliveries.ts';
export { deliverySubject } from './delivery-subject.ts';
export { EncryptionKeys, keyFileIn, type Sealed } from './encryption-keys.ts';
export type { EventOutcome } from './event-counts.ts';
export type { EventEndpoint, EventEndpointChange, EventEndpoints } from './event-endpoints.ts';
export type { IdempotencyAttempt, IdempotencyKeys, IdempotencyStart } from './idempotency.ts';
export { isId } from './input.ts';
export { type LeaseOptions, type Leases, LeaseUnavailableError } from './leases.ts';
export { type NewOAuthApp, type OAuthApp, type OAuthApps, oauthAppNotFound, type UsedOAuthApp } from './oauth-apps.ts';
export type { Page, PageRequest } from './page.ts';
export {
  type EffectPolicy,
  type Policy,
  type PolicyRequest,
  policyAllows,
  policyAllowsConnection,
} from './policy.ts';
export type { AdminPrincipal, Principal, TokenPrincipal } from './principal.ts';
export { inspectStored, loadKeysOf } from './stored-keys.ts';
export type {
  NewSubscription,
  Subscription,
  SubscriptionChange,
  SubscriptionPosition,
  SubscriptionSelection,
  SubscriptionState,
  UsedSubscription,
} from './subscription.ts';
export { Subscriptions, subscriptionNotFound } from './subscriptions.ts';
export type { NewToken, Token, TokenMaker, Tokens } from './tokens.ts';
export { type WorkspaceId, workspaceless } from './workspace-id.ts';
export type { Workspace, Workspaces } from './workspaces.ts';
