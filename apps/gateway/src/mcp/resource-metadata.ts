import type { IncomingMessage } from 'node:http';
import { ownOrigin } from './own-address.ts';

/** The path of the tools. */
export const toolsPath = '/mcp';

/** Where clients find `resourceMetadata` (RFC 9728): the first is that of the resource `/mcp`, the second what some ask for instead. */
export const metadataPaths = [
  `/.well-known/oauth-protected-resource${toolsPath}`,
  '/.well-known/oauth-protected-resource',
] as const;

/**
 * What a client has to know of the tools as a protected resource (RFC 9728). No authorization server is named, because there is none:
 * tokens are made in the gateway and given to the client by a person. Undefined where the gateway does not know its own address.
 */
export function resourceMetadata(request: IncomingMessage, publicOrigin: string | undefined): object | undefined {
  const origin = ownOrigin(request, publicOrigin);
  if (origin === undefined) return undefined;
  return {
    resource: `${origin}${toolsPath}`,
    resource_name: 'Connectory',
    bearer_methods_supported: ['header'],
    resource_documentation: `${origin}/docs/guide/agents`,
  };
}

/** The `WWW-Authenticate` header of a refusal, which leads to the metadata where they are known. */
export function challenge(request: IncomingMessage, publicOrigin: string | undefined): string {
  const origin = ownOrigin(request, publicOrigin);
  const parts = [
    // Who sent no token has not done anything wrong yet (RFC 6750, section 3.1).
    ...(request.headers.authorization === undefined ? [] : ['error="invalid_token"']),
    ...(origin === undefined ? [] : [`resource_metadata="${origin}${metadataPaths[0]}"`]),
  ];
  return parts.length === 0 ? 'Bearer' : `Bearer ${parts.join(', ')}`;
}
