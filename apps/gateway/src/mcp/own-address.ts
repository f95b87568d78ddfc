import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { originFor } from '../connect/browser-origins.ts';

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

/** The path of the MCP endpoint. */
export const toolsPath = '/mcp';

/**
 * Where clients find `resourceMetadata` (RFC 9728): the first path is that of the resource `/mcp`, the second one some clients use instead.
 */
export const metadataPaths = [
  `/.well-known/oauth-protected-resource${toolsPath}`,
  '/.well-known/oauth-protected-resource',
] as const;

/**
 * Metadata of the tools as a protected resource (RFC 9728). The gateway is its own authorization server where browsers can reach it; tokens
 * that people create and configure in the client are accepted as well. Undefined if the gateway does not know its own origin.
 */
export function resourceMetadata(request: IncomingMessage, publicOrigin: string | undefined): object | undefined {
  const origin = ownOrigin(request, publicOrigin);
  if (origin === undefined) return undefined;
  const server = originFor({ publicOrigin }, request);
  return {
    resource: `${origin}${toolsPath}`,
    ...(server !== undefined && { authorization_servers: [server] }),
    resource_name: 'Connectory',
    bearer_methods_supported: ['header'],
    resource_documentation: `${origin}/docs/guide/agents`,
  };
}

/** The `WWW-Authenticate` header of a 401 response, with a link to the metadata if their URL is known. */
export function challenge(request: IncomingMessage, publicOrigin: string | undefined): string {
  const origin = ownOrigin(request, publicOrigin);
  const parts = [
    // A request without a token carries no error code (RFC 6750, section 3.1).
    ...(request.headers.authorization === undefined ? [] : ['error="invalid_token"']),
    ...(origin === undefined ? [] : [`resource_metadata="${origin}${metadataPaths[0]}"`]),
  ];
  return parts.length === 0 ? 'Bearer' : `Bearer ${parts.join(', ')}`;
}
