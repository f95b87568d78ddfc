import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * The origin at which the sender of a request knows this gateway: the public one where it is configured, else the host of the request
 * if that is this machine or an address. Undefined for any other name, which whoever sent the request may have made up.
 */
export function ownOrigin({ headers }: IncomingMessage, publicOrigin: string | undefined): string | undefined {
  if (publicOrigin !== undefined) return publicOrigin;
  const origin = originOf(`http://${headers.host ?? ''}`);
  if (origin === undefined) return undefined;
  const { hostname } = new URL(origin);
  // The name of an attacker can be made to lead to this machine; an address cannot.
  const isFixed = hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return isFixed ? origin : undefined;
}

/** Whether a request comes from no page, or from one of this gateway itself: others could only have got here by DNS rebinding. */
export function comesFromOwnPage(request: IncomingMessage, publicOrigin: string | undefined): boolean {
  const { origin } = request.headers;
  return origin === undefined || originOf(origin) === (ownOrigin(request, publicOrigin) ?? null);
}

function originOf(text: string): string | undefined {
  return URL.canParse(text) ? new URL(text).origin : undefined;
}
