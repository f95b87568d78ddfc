import { clientAuthentications } from '@connectory/control-plane';
import { toolsPath } from '../mcp/own-address.ts';

/** The paths of the authorization server. */
export const authorizationPaths = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
} as const;

/** Where clients find `serverMetadata` (RFC 8414); some derive the path from that of the resource. */
export const serverMetadataPaths = [
  '/.well-known/oauth-authorization-server',
  `/.well-known/oauth-authorization-server${toolsPath}`,
] as const;

/** Metadata of the authorization server (RFC 8414). */
export const serverMetadata = (origin: string): object => ({
  issuer: origin,
  authorization_endpoint: origin + authorizationPaths.authorize,
  token_endpoint: origin + authorizationPaths.token,
  registration_endpoint: origin + authorizationPaths.register,
  revocation_endpoint: origin + authorizationPaths.revoke,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: clientAuthentications,
  revocation_endpoint_auth_methods_supported: clientAuthentications,
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  service_documentation: `${origin}/docs/guide/agents`,
});

/**
 * The resource that a client asks access for (RFC 8707), as it is stored: the tools, or the whole gateway. Null for one of another server;
 * the tools for none.
 */
export function ownResource(asked: string | undefined, origin: string): string | null {
  const tools = origin + toolsPath;
  const plain = asked?.replace(/\/$/, '') ?? tools;
  return plain === tools || plain === origin ? plain : null;
}
