import type { IncomingMessage } from 'node:http';
import type { ControlPlane, GrantedAccess, GrantRefusal, OAuthClient } from '@connectory/control-plane';
import type { Clients } from './find-client.ts';
import { OAuthError } from './oauth-error.ts';
import { ownResource } from './server-metadata.ts';

/** Dependencies of the token endpoint. */
export interface TokenEndpointParts {
  readonly controlPlane: Pick<ControlPlane, 'oauthClients' | 'oauthGrants'>;
  readonly clients: Clients;
}

type Parameters = ReadonlyMap<string, string>;

/** Returns the client of a request to the token endpoint. Throws `invalid_client`. */
export async function authenticateClient(
  { controlPlane, clients }: TokenEndpointParts,
  { headers }: IncomingMessage,
  parameters: Parameters,
): Promise<OAuthClient> {
  const basic = basicCredentials(headers.authorization);
  const id = basic?.id ?? parameters.get('client_id');
  const inBody = parameters.get('client_secret');
  if (id === undefined || (basic !== undefined && (parameters.get('client_id') ?? id) !== id))
    throw new OAuthError('invalid_client', 'The request names no client, or two of them.');
  const client = await clients.find(id);
  if (client.authentication === 'none') return client;
  // Clients confuse the two ways to send a secret; what counts is that they have it.
  const secret = basic?.secret ?? inBody;
  if (secret !== undefined && (await controlPlane.oauthClients.hasSecret(client.id, secret))) return client;
  throw new OAuthError('invalid_client', 'The secret of the client is missing or wrong.');
}

function basicCredentials(header: string | undefined): { readonly id: string; readonly secret: string } | undefined {
  const [, encoded] = /^basic ([\w+/=-]{1,2000})$/i.exec(header ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const [id, secret, ...rest] = Buffer.from(encoded, 'base64').toString().split(':').map(decoded);
  return id === undefined || secret === undefined || rest.length > 0 ? undefined : { id, secret };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** Gives access for a code or a refresh token. Throws the errors of RFC 6749, section 5.2. */
export async function giveAccess(
  { controlPlane: { oauthClients, oauthGrants } }: TokenEndpointParts,
  client: OAuthClient,
  parameters: Parameters,
  origin: string,
): Promise<object> {
  const resource = resourceOf(parameters, origin);
  const needed = (name: string) => {
    const value = parameters.get(name);
    if (value === undefined) throw new OAuthError('invalid_request', `The parameter ${name} is missing.`);
    return value;
  };
  const outcome = await grantedBy(parameters.get('grant_type'));
  await oauthClients.noteUse(client.id);
  return {
    access_token: outcome.accessToken.reveal(),
    token_type: 'Bearer',
    expires_in: outcome.expiresInSeconds,
    refresh_token: outcome.refreshToken.reveal(),
  };

  async function grantedBy(type: string | undefined): Promise<GrantedAccess> {
    const presented = { clientId: client.id, resource };
    if (type === 'authorization_code') {
      const verifier = needed('code_verifier');
      if (!/^[\w.~-]{43,128}$/.test(verifier)) throw new OAuthError('invalid_grant', 'The code_verifier is not valid.');
      const [code, redirectUri] = [needed('code'), needed('redirect_uri')];
      return accessOf(await oauthGrants.exchange({ ...presented, code, redirectUri, verifier }));
    }
    if (type === 'refresh_token')
      return accessOf(await oauthGrants.refresh({ ...presented, refreshToken: needed('refresh_token') }));
    throw new OAuthError('unsupported_grant_type', 'Use authorization_code or refresh_token.');
  }
}

function resourceOf(parameters: Parameters, origin: string): string | undefined {
  const asked = parameters.get('resource');
  if (asked === undefined) return undefined;
  const resource = ownResource(asked, origin);
  if (resource === null) throw otherResource();
  return resource;
}

function accessOf(outcome: GrantedAccess | GrantRefusal): GrantedAccess {
  if (typeof outcome !== 'string') return outcome;
  if (outcome === 'other_resource') throw otherResource();
  throw new OAuthError('invalid_grant', refusals[outcome]);
}

const refusals = {
  invalid: 'The code or refresh token is not valid for this client, has expired, or its grant has ended.',
  reused: 'The code or refresh token had been used before, so that its grant has ended. The person has to agree again.',
};

const otherResource = () =>
  new OAuthError('invalid_target', 'The resource is none of this gateway, or another one than was granted.');
