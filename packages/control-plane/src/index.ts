export type { Audit, AuditListRequest } from './audit.ts';
export type { AuditEntry, StoredAuditEntry } from './audit-entry.ts';
export type {
  Connection,
  ConnectionSettings,
  CredentialChange,
  CredentialInput,
  Credentials,
  NewConnection,
} from './connection.ts';
export type { ConnectionReport, ConnectionState } from './connection-state.ts';
export type { ConnectionListRequest, Connections } from './connections.ts';
export { type ControlPlane, type ControlPlaneOptions, createControlPlane } from './control-plane.ts';
export type { ControlPlaneBound } from './control-plane-bounds.ts';
export { databaseFailure } from './database-failure.ts';
export { EncryptionKeys, type Sealed } from './encryption-keys.ts';
export type { IdempotencyAttempt, IdempotencyKeys, IdempotencyStart } from './idempotency.ts';
export { type LeaseOptions, type Leases, LeaseUnavailableError } from './leases.ts';
export type { Page, PageRequest } from './page.ts';
export { type Policy, type PolicyRequest, policyAllows } from './policy.ts';
export type { AdminPrincipal, Principal, TokenPrincipal } from './principal.ts';
export { loadKeysOf } from './stored-keys.ts';
export type { NewToken, Token, Tokens } from './tokens.ts';
export type { WorkspaceId } from './workspace-id.ts';
export type { Workspace, Workspaces } from './workspaces.ts';
