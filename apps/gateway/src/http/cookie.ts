import type { IncomingMessage } from 'node:http';

/** The value of a cookie; undefined without one, and for a name that was sent more than once. */
export function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  const prefix = `${name}=`;
  const values = (headers.cookie ?? '')
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(prefix));
  return values.length === 1 ? values[0]?.slice(prefix.length) : undefined;
}

/**
 * The name of a cookie at an origin. The prefix keeps other hosts of the same domain from setting the cookie; it requires TLS, without
 * which there is only this machine.
 */
export const cookieName = (name: string, origin: string): string => (isSecure(origin) ? `__Host-${name}` : name);

/** A header that sets a cookie for the whole origin, unreadable for scripts; `maxAge` in seconds, none until the browser is closed. */
export function cookieHeader(name: string, origin: string, value: string, maxAge?: number): string {
  const age = maxAge === undefined ? '' : `; Max-Age=${maxAge}`;
  const secure = isSecure(origin) ? '; Secure' : '';
  // Lax, because people come back from the identity provider and follow links in messages.
  return `${cookieName(name, origin)}=${value}; Path=/; HttpOnly; SameSite=Lax${age}${secure}`;
}

/** Whether browsers reach an origin over TLS. */
export const isSecure = (origin: string): boolean => origin.startsWith('https:');
