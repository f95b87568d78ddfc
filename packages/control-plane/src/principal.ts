import type { CallLimits } from './call-limits.ts';
import type { Policy } from './policy.ts';
import type { WorkspaceId } from './workspace-id.ts';

/** The operator, identified by CONNECTORY_ADMIN_TOKEN: makes workspaces, and may manage all of them. */
export interface AdminPrincipal {
  readonly kind: 'admin';
}

/** The bearer of a stored token: acts in one workspace within the token's policy. */
export interface TokenPrincipal {
  readonly kind: 'token';
  readonly tokenId: string;
  readonly workspaceId: WorkspaceId;
  readonly policy: Policy;
  /** Limits that all tokens of the workspace share. */
  readonly workspaceLimits: CallLimits;
  /** UTC ISO string, or null when the token does not expire. */
  readonly expiresAt: string | null;
}

/** The sender of a request. */
export type Principal = AdminPrincipal | TokenPrincipal;
