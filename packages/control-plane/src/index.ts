export type { Audit } from './audit/audit.ts';
export type { AuditEntry, AuditMoment, AuditVia, StoredAuditEntry } from './audit/audit-entry.ts';
export type { AuditLimits, AuditListRequest } from './audit/audit-log.ts';
export type { CallFigures } from './audit/call-statistics.ts';
export {
  type ClientAuthentication,
  clientAuthentications,
  type NewOAuthClient,
  type OAuthClient,
  type OAuthClients,
} from './authorization/oauth-clients.ts';
export type {
  GrantedAccess,
  GrantRefusal,
  NewGrant,
  OAuthGrants,
  PresentedCode,
  PresentedRefresh,
} from './authorization/oauth-grants.ts';
export type {
  AttemptSecrets,
  ConnectLink,
  ConnectLinks,
  NewAttempt,
  NewConnectLink,
  UsedLink,
} from './connect-links.ts';
export type {
  ChangeBasis,
  Connection,
  ConnectionChange,
  ConnectionLimits,
  ConnectionReport,
  ConnectionSettings,
  ConnectionState,
  ConnectionSync,
  CredentialChange,
  CredentialInput,
  Credentials,
  NewConnection,
  StoredOwnFields,
  UsedConnection,
} from './connections/connection.ts';
export type { ConnectionListRequest, Connections } from './connections/connections.ts';
export { EncryptionKeys, inspectStored, keyFileIn, loadKeysOf, type Sealed } from './connections/encryption-keys.ts';
export {
  type ControlPlane,
  type ControlPlaneBound,
  type ControlPlaneOptions,
  createControlPlane,
} from './control-plane.ts';
export { databaseFailure, notStored } from './database/database-failure.ts';
export type { EventEndpoint, EventEndpointChange, EventEndpoints, EventOutcome } from './event-endpoints.ts';
export {
  type Decision,
  type HeldOutcome,
  type HeldState,
  type HeldWrite,
  type HeldWriteDetails,
  heldStates,
  type NamedPerson,
  type NewHeldWrite,
} from './held-writes/held-write.ts';
export { type HeldListRequest, type HeldWrites, isOpen } from './held-writes/held-writes.ts';
export type { IdempotencyAttempt, IdempotencyKeys, IdempotencyStart } from './idempotency.ts';
export { isId } from './input.ts';
export { type NewOAuthApp, type OAuthApp, type OAuthApps, oauthAppNotFound, type UsedOAuthApp } from './oauth-apps.ts';
export type { Page, PageRequest } from './page.ts';
export { type ActingPerson, type Actor, noActor, personName } from './people/actor.ts';
export type { GroupRole, Member, Members, Membership } from './people/members.ts';
export type { Identity, People, Person, PersonState } from './people/people.ts';
export { type Role, type RoleGiver, type Roles, rolePolicy } from './people/roles.ts';
export type { Session, Sessions, SignedIn } from './people/sessions.ts';
export type { ErasedTraces, PersonTraces, TracedPerson, TraceSearch, TraceSubject } from './person-traces.ts';
export { type LeaseOptions, type Leases, LeaseUnavailableError } from './processes/leases.ts';
export {
  type AttemptOutcome,
  Deliveries,
  type Delivery,
  type DeliveryListRequest,
  type DeliveryState,
  deliveryBounds,
  type NewDelivery,
} from './subscriptions/deliveries.ts';
export {
  type EventPattern,
  eventPatterns,
  hasLifecycleEvents,
  includesType,
  type LifecycleEventType,
  lifecycleEventTypes,
} from './subscriptions/event-types.ts';
export {
  emit,
  type LifecycleEvent,
  type LifecycleEvents,
  lifecycleBounds,
  type NewLifecycleEvent,
  type ReportedState,
} from './subscriptions/lifecycle-events.ts';
export {
  coversEvent,
  deliverySubject,
  eventSubject,
  type NewSubscription,
  type Subscription,
  type SubscriptionChange,
  type SubscriptionPosition,
  type SubscriptionPositions,
  type SubscriptionSelection,
  type SubscriptionState,
  type UsedSubscription,
} from './subscriptions/subscription.ts';
export { Subscriptions, subscriptionNotFound } from './subscriptions/subscriptions.ts';
export { type CallRates, OwnRates, type Rate, type RateState } from './tokens/call-rates.ts';
export type { DailyQuota, DailyQuotas } from './tokens/daily-quotas.ts';
export {
  type DataPolicy,
  type DetectPolicy,
  detectTreatment,
  type FieldRule,
  type FieldTreatment,
  fieldTreatments,
  hidesData,
  type PersonalPolicy,
  personalTreatment,
  type RecordRule,
  type TextTreatment,
} from './tokens/data-policy.ts';
export {
  allowedEffects,
  type EffectPolicy,
  type HoldPolicy,
  newTokenPolicy,
  type Policy,
  type PolicyRequest,
  policyAllows,
  policyAllowsConnection,
} from './tokens/policy.ts';
export type {
  AdminPrincipal,
  NewToken,
  Principal,
  Token,
  TokenKind,
  TokenMaker,
  TokenPrincipal,
  Tokens,
} from './tokens/tokens.ts';
export type { Copies, WorkspaceDeletion } from './workspace-deletion.ts';
export { type CallLimits, type Workspace, type WorkspaceId, type Workspaces, workspaceless } from './workspaces.ts';
