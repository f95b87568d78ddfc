import { type AddressedConnection, resolveUrl } from './base-url.ts';
import type { UpstreamConnection } from './connection.ts';

/** What decides where the credentials of a connection go. */
export type OriginParts = AddressedConnection & Pick<UpstreamConnection, 'authentication'>;

/**
 * The origins that the credentials of a connection are sent to: that of the API and, where access tokens are renewed, that of the token
 * endpoint. Null for one that the settings do not lead to.
 */
export function credentialOrigins(parts: OriginParts): readonly (string | null)[] {
  const { upstream } = parts.connector;
  const scheme = upstream.authentication[parts.authentication];
  const templates = [scheme?.baseUrl ?? upstream.baseUrl, scheme?.token?.url];
  return templates.filter((template) => template !== undefined).map((template) => originOf(parts, template));
}

/** Whether the credentials of two connections are sent to the same origins. */
export function haveSameOrigins(one: OriginParts, other: OriginParts): boolean {
  return JSON.stringify(credentialOrigins(one)) === JSON.stringify(credentialOrigins(other));
}

function originOf(parts: OriginParts, template: string): string | null {
  try {
    return resolveUrl(parts, template).origin;
  } catch {
    return null;
  }
}
