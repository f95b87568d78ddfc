import type { IncomingMessage } from 'node:http';
import type { ControlPlane, Principal, SignedIn } from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';
import { cookieHeader, cookieName, cookieOf } from './cookie.ts';

const name = 'connectory-session';
const maxAge = 7 * 24 * 60 * 60;
const reads = new Set(['GET', 'HEAD', 'OPTIONS']);
const workspacePath = /^\/api\/v1\/workspaces\/([^/?]+)/i;

/** What finding out who is signed in reads. */
export type SessionParts = Pick<ControlPlane, 'sessions' | 'tokens' | 'workspaces'>;

/** The text of the session that a browser sends; undefined without one. */
export function sessionTextOf(request: IncomingMessage): string | undefined {
  const secure = cookieOf(request, cookieName(name, 'https:'));
  if (secure?.startsWith('s') === true) return secure;
  // One that was given over TLS is never sent in the cookie that other hosts of the domain could set.
  const plain = cookieOf(request, name);
  return plain?.startsWith('p') === true ? plain : undefined;
}

/** The header that gives a session to a browser. */
export const sessionCookie = (text: string, origin: string): string => cookieHeader(name, origin, text, maxAge);

/** The header that takes the session from a browser. */
export const noSessionCookie = (origin: string): string => cookieHeader(name, origin, '', 0);

/** Who is signed in with the browser of a request; null if nobody is. Pages and `requireOwnPage` see to it that the person meant it. */
export async function signedInOf(
  { sessions }: Pick<ControlPlane, 'sessions'>,
  request: IncomingMessage,
): Promise<SignedIn | null> {
  const text = sessionTextOf(request);
  return text === undefined ? null : sessions.find(text);
}

/**
 * What a signed-in person is for a request: a token of the workspace that the path or the header `Connectory-Workspace` names, or an admin
 * if neither names one. Throws `not_found` for a workspace in which the person has no role, and `invalid_params` if one has to be named.
 */
export async function principalOfSession(
  { tokens, workspaces }: SessionParts,
  request: IncomingMessage,
  { person, isAdmin }: SignedIn,
): Promise<Principal> {
  const named = namedWorkspace(request);
  if (named === undefined) {
    if (isAdmin) return { kind: 'admin', person };
    throw new GatewayError('invalid_params', 'Name the workspace with the header Connectory-Workspace.', {
      errors: [
        { field: '/header/Connectory-Workspace', message: 'is required with a session', error_code: 'required' },
      ],
    });
  }
  const workspace = await workspaces.find(named);
  const principal = workspace && (await tokens.ofPerson(workspace.id, person.id));
  if (principal === null)
    throw new GatewayError('not_found', 'There is no such workspace, or you have no role in it. Ask an owner.');
  return principal;
}

function namedWorkspace({
  url = '',
  originalUrl = url,
  headers,
}: IncomingMessage & { readonly originalUrl?: string }): string | undefined {
  const inPath = workspacePath.exec(originalUrl)?.[1];
  const header = headers['connectory-workspace'];
  if (inPath === undefined) return typeof header === 'string' && header !== '' ? header : undefined;
  try {
    return decodeURIComponent(inPath);
  } catch {
    return inPath;
  }
}

/**
 * Throws `forbidden` unless a request with a session comes from the gateway's own pages. A browser says which site caused a request; an old
 * one says it only with requests that change something.
 */
export function requireOwnPage({ method = '', headers }: IncomingMessage): void {
  const site = headers['sec-fetch-site'];
  const isRead = reads.has(method);
  if (site !== undefined) {
    if (site === 'same-origin' || (isRead && site === 'none')) return;
  } else if (isRead || isOwnOrigin(headers)) return;
  throw new GatewayError('forbidden', "Requests with a session must come from the gateway's own pages.");
}

const isOwnOrigin = ({ origin, host }: IncomingMessage['headers']): boolean =>
  origin !== undefined && host !== undefined && URL.parse(origin)?.host === host;
