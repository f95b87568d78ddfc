import type { OAuthClient } from '@connectory/control-plane';
import { isRedirectUriOf } from './client-metadata.ts';
import type { Clients } from './find-client.ts';
import { OAuthError, singleParameters } from './oauth-error.ts';
import { ownResource } from './server-metadata.ts';

/** A valid request of a client for a person's consent. */
export interface AuthorizeRequest {
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectUri: string;
  readonly state: string | null;
  readonly codeChallenge: string;
  readonly resource: string;
}

/** A refusal that the client may learn, because the URI is its own. */
export class RefusedRequestError extends Error {
  override readonly name = 'RefusedRequestError';
  readonly client: OAuthClient;
  readonly back: URL;

  constructor(client: OAuthClient, back: URL, cause: OAuthError) {
    super(cause.message, { cause });
    this.client = client;
    this.back = back;
  }
}

const maxState = 2_000;

/**
 * Checks a request for consent. Throws `OAuthError` while it is not certain whose redirect URI it has, then `RefusedRequestError`.
 */
export async function readAuthorizeRequest(
  clients: Clients,
  query: URLSearchParams,
  origin: string,
): Promise<AuthorizeRequest> {
  const parameters = singleParameters(query);
  const client = await clients.find(parameters.get('client_id') ?? '');
  const redirectUri = redirectUriOf(client, parameters.get('redirect_uri'));
  const state = parameters.get('state') ?? null;
  try {
    if (parameters.get('response_type') !== 'code')
      throw new OAuthError('unsupported_response_type', 'The response_type has to be code.');
    const codeChallenge = parameters.get('code_challenge') ?? '';
    if (parameters.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(codeChallenge))
      throw new OAuthError('invalid_request', 'A code_challenge with the code_challenge_method S256 is required.');
    if (parameters.has('request') || parameters.has('request_uri'))
      throw new OAuthError('invalid_request', 'The parameters have to be given directly.');
    if (state !== null && state.length > maxState) throw new OAuthError('invalid_request', 'The state is too long.');
    const resource = ownResource(parameters.get('resource'), origin);
    if (resource === null) throw new OAuthError('invalid_target', 'The resource is none of this gateway.');
    return { clientId: client.id, clientName: client.name, redirectUri, state, codeChallenge, resource };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const shown = state !== null && state.length <= maxState ? state : null;
    throw new RefusedRequestError(
      client,
      responseUrl({ redirectUri, state: shown }, origin, { error: error.code }),
      error,
    );
  }
}

function redirectUriOf({ redirectUris }: OAuthClient, asked: string | undefined): string {
  if (asked === undefined)
    throw new OAuthError('invalid_request', 'The request does not say where to return to (redirect_uri).');
  if (isRedirectUriOf(redirectUris, asked)) return asked;
  throw new OAuthError('invalid_request', 'The address to return to (redirect_uri) is none of the client.');
}

/** The URL that takes a response to the client, with the issuer, by which it notices a response of another server (RFC 9207). */
export function responseUrl(
  { redirectUri, state }: Pick<AuthorizeRequest, 'redirectUri' | 'state'>,
  origin: string,
  response: Readonly<Record<string, string>>,
): URL {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(response)) url.searchParams.set(name, value);
  if (state !== null) url.searchParams.set('state', state);
  url.searchParams.set('iss', origin);
  return url;
}
