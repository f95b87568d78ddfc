import type { IncomingMessage } from 'node:http';
import type { ControlPlane, Policy, Principal, SignedIn, TokenPrincipal, Workspace } from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';
import { principalOfSession, requireOwnPage, type SessionParts, sessionTextOf, signedInOf } from './session.ts';

/** What authorizing a request reads. */
export type AccessParts = SessionParts;

/**
 * Authenticates a request by its bearer token, or without one by the session of its browser. Throws `unauthenticated`, and the errors of
 * `requireOwnPage` and `principalOfSession`.
 */
export async function authenticate(controlPlane: AccessParts, request: IncomingMessage): Promise<Principal> {
  const caller = await authenticateCaller(controlPlane, request);
  return caller.kind === 'person' ? principalOfSession(controlPlane, request, caller.signedIn) : caller;
}

/** A signed-in person, without a workspace. */
export interface PersonCaller {
  readonly kind: 'person';
  readonly signedIn: SignedIn;
}

/** Who sends a request: the bearer of a token, or a signed-in person. Throws `unauthenticated`, and `forbidden` for a request of another site. */
export async function authenticateCaller(
  controlPlane: Pick<ControlPlane, 'tokens' | 'sessions'>,
  request: IncomingMessage,
): Promise<Principal | PersonCaller> {
  if (request.headers.authorization !== undefined || sessionTextOf(request) === undefined)
    return authenticateBearer(controlPlane, request);
  const signedIn = await signedInOf(controlPlane, request);
  if (signedIn === null) throw new GatewayError('unauthenticated', 'The session has ended. Sign in again.');
  requireOwnPage(request);
  return { kind: 'person', signedIn };
}

/** Authenticates a request by its bearer token alone. Throws `unauthenticated` without a valid one. */
export async function authenticateBearer(
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

const refusals = ['unauthenticated', 'forbidden', 'not_found', 'invalid_params'] as const;

/** The principal of a request; undefined for one that its route will reject, if it requires a principal. */
export const principalIfAny = (controlPlane: AccessParts, request: IncomingMessage): Promise<Principal | undefined> =>
  unlessRefused(authenticate(controlPlane, request));

/** Who sends a request, if anybody does whom a route could accept. */
export const callerIfAny = (
  controlPlane: AccessParts,
  request: IncomingMessage,
): Promise<Principal | PersonCaller | undefined> => unlessRefused(authenticateCaller(controlPlane, request));

async function unlessRefused<Found>(authenticating: Promise<Found>): Promise<Found | undefined> {
  try {
    return await authenticating;
  } catch (error) {
    if (refusals.some((code) => GatewayError.is(error, code))) return undefined;
    throw error;
  }
}

/**
 * Returns the token principal of a request. Throws `unauthenticated`, and `forbidden` for the admin token, which belongs to no workspace.
 */
export async function authenticateToken(controlPlane: AccessParts, request: IncomingMessage): Promise<TokenPrincipal> {
  return requireToken(await authenticate(controlPlane, request));
}

/** Throws `forbidden` for a principal that belongs to no workspace. */
export function requireToken(principal: Principal): TokenPrincipal {
  if (principal.kind === 'token') return principal;
  const advice =
    principal.person === null
      ? 'The admin token only manages workspaces; use a workspace token to run actions.'
      : 'Name the workspace with the header Connectory-Workspace.';
  throw new GatewayError('forbidden', advice);
}

/** Requires the admin token, or a signed-in admin. Throws `unauthenticated` or `forbidden`. */
export async function authenticateAdmin(controlPlane: AccessParts, request: IncomingMessage): Promise<void> {
  const caller = await authenticateCaller(controlPlane, request);
  if (caller.kind === 'admin' || (caller.kind === 'person' && caller.signedIn.isAdmin)) return;
  throw new GatewayError(
    'forbidden',
    'This requires the admin token (CONNECTORY_ADMIN_TOKEN), or a signed-in admin of the gateway.',
  );
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
    throw new GatewayError('forbidden', principal.tokenKind === 'session' ? roleCannotManage : tokenCannotManage);
  }
  return { ...workspace, principal };
}

const tokenCannotManage =
  'This token can use the workspace but not manage it. Use the admin token, or a token whose policy has "manage": true.';
const roleCannotManage = 'Your role can use the workspace but not manage it. Ask an owner of the workspace.';

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
