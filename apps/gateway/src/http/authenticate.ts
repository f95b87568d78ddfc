import type { IncomingMessage } from 'node:http';
import type { ControlPlane, Policy, Principal, TokenPrincipal, Workspace } from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';

/** What authorizing a request reads. */
export type AccessParts = Pick<ControlPlane, 'tokens' | 'workspaces'>;

/** Authenticates a request. Throws `unauthenticated` without a valid bearer token. */
export async function authenticate(
  controlPlane: Pick<ControlPlane, 'tokens'>,
  { headers }: IncomingMessage,
): Promise<Principal> {
  const header = headers.authorization;
  if (header === undefined) throw unauthenticated('The request has no Authorization header.');
  if (header.length > 600 || !/^bearer /i.test(header)) {
    throw unauthenticated('The Authorization header is not "Bearer <token>".');
  }
  const principal = await controlPlane.tokens.authenticate(header.slice(7).trim());
  if (principal === null) throw endedToken();
  return principal;
}

/**
 * Returns the token principal of a request. Throws `unauthenticated`, and `forbidden` for the admin token, which belongs to no workspace.
 */
export async function authenticateToken(
  controlPlane: Pick<ControlPlane, 'tokens'>,
  request: IncomingMessage,
): Promise<TokenPrincipal> {
  const principal = await authenticate(controlPlane, request);
  if (principal.kind === 'token') return principal;
  throw new GatewayError('forbidden', 'The admin token only manages workspaces; use a workspace token to run actions.');
}

/** Requires the admin token. Throws `unauthenticated` or `forbidden`. */
export async function authenticateAdmin(
  controlPlane: Pick<ControlPlane, 'tokens'>,
  request: IncomingMessage,
): Promise<void> {
  const principal = await authenticate(controlPlane, request);
  if (principal.kind !== 'admin')
    throw new GatewayError('forbidden', 'This requires the admin token (CONNECTORY_ADMIN_TOKEN).');
}

/** The right a request needs in a workspace: `manage` changes who and what is connected to it, or reads its tokens and its audit. */
export type Right = 'use' | 'manage';

/** A workspace and the principal that may use the requested right in it. */
export interface AuthorizedWorkspace extends Workspace {
  readonly principal: Principal;
}

/**
 * Returns the workspace of the path, for its own tokens and for the admin. Throws `unauthenticated`, `not_found` for a workspace that does
 * not exist or that the token does not belong to, and `forbidden` if the token does not have the right.
 */
export async function authorizeWorkspace(
  controlPlane: AccessParts,
  request: IncomingMessage,
  idOrName: string,
  right: Right,
): Promise<AuthorizedWorkspace> {
  const principal = await authenticate(controlPlane, request);
  const workspace = await controlPlane.workspaces.find(idOrName);
  if (workspace === null || (principal.kind === 'token' && principal.workspaceId !== workspace.id)) {
    throw new GatewayError('not_found', 'There is no such workspace, or the token does not belong to it.');
  }
  if (right === 'manage' && principal.kind === 'token' && principal.policy.manage !== true) {
    throw new GatewayError(
      'forbidden',
      'This token can use the workspace but not manage it. Use the admin token, or a token whose policy has "manage": true.',
    );
  }
  return { ...workspace, principal };
}

/** The policy that restricts a principal; the admin has an unrestricted one. */
export function policyOf(principal: Principal): Policy {
  return principal.kind === 'token' ? principal.policy : {};
}

/** The ID of the token of a principal; null for the admin. */
export function tokenIdOf(principal: Principal): string | null {
  return principal.kind === 'token' ? principal.tokenId : null;
}

/** The error of a request with a token that is not valid. */
export const endedToken = (): GatewayError => unauthenticated('The token is unknown, expired or revoked.');

const unauthenticated = (why: string) =>
  new GatewayError('unauthenticated', `${why} Send "Authorization: Bearer <token>".`);
