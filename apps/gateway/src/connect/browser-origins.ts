import type { IncomingMessage } from 'node:http';
import type { ConnectLink } from '@connectory/control-plane';

/** The origin at which browsers reach the gateway, and the origins to which it may send them. */
export interface BrowserOrigins {
  readonly publicOrigin: string | undefined;
  readonly returnOrigins: readonly string[];
}

/** Whether the host name of a URL is that of this machine. */
export const isLoopbackName = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(host);

/**
 * The origin at which the browser of a request reaches the gateway: the configured one, otherwise that of the request if it is on this
 * machine.
 */
export function originFor(
  { publicOrigin }: Pick<BrowserOrigins, 'publicOrigin'>,
  { headers }: IncomingMessage,
): string | undefined {
  if (publicOrigin !== undefined) return publicOrigin;
  const url = URL.parse(`http://${headers.host ?? ''}`);
  return url !== null && url.pathname === '/' && isLoopbackName(url.hostname) ? url.origin : undefined;
}

/** Whether a link may redirect people to a URL. */
export function mayReturnTo({ returnOrigins }: BrowserOrigins, own: string, url: string): boolean {
  const target = URL.parse(url);
  if (target === null || target.username + target.password !== '') return false;
  return target.origin === own || returnOrigins.includes(target.origin);
}

/** The URL to which a vendor redirects people. */
export const redirectUrlAt = (origin: string): string => `${origin}/oauth/callback`;

/**
 * Returns the URL to which a link redirects people, with the outcome; null if it has none, or one that is no longer allowed. The program
 * there can query the outcome by the ID of the link.
 */
export function returnUrlOf(
  { id, returnUrl }: ConnectLink,
  origins: BrowserOrigins,
  origin: string,
  status: 'connected' | 'cancelled',
): string | null {
  if (returnUrl === null || !mayReturnTo(origins, origin, returnUrl)) return null;
  const url = new URL(returnUrl);
  url.searchParams.set('status', status);
  url.searchParams.set('connect_link', id);
  return url.href;
}
