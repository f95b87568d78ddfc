import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * The origin under which the sender of a request knows this gateway: the public one if configured, otherwise the host of the request if it
 * is this machine or an IP address. Undefined for any other name, which the sender may have made up.
 */
export function ownOrigin({ headers }: IncomingMessage, publicOrigin: string | undefined): string | undefined {
  if (publicOrigin !== undefined) return publicOrigin;
  const origin = originOf(`http://${headers.host ?? ''}`);
  if (origin === undefined) return undefined;
  const { hostname } = new URL(origin);
  // An attacker can make a host name resolve to this machine, but not an IP address.
  const isFixed = hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return isFixed ? origin : undefined;
}

/** Whether a request comes from no page, or from a page of this gateway. Any other page could only send it through DNS rebinding. */
export function comesFromOwnPage(request: IncomingMessage, publicOrigin: string | undefined): boolean {
  const { origin } = request.headers;
  return origin === undefined || originOf(origin) === (ownOrigin(request, publicOrigin) ?? null);
}

function originOf(text: string): string | undefined {
  return URL.canParse(text) ? new URL(text).origin : undefined;
}
