import type { TokenEndpoint } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import {
  clientAuthorization,
  type ExchangeResponse,
  isTemporary,
  temporaryFailure,
  tokenValues,
  type UpstreamClient,
} from '@connectory/upstream';
import {
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type ClientAuth,
  ClientSecretPost,
  type CustomFetchOptions,
  customFetch,
  nopkce,
  processAuthorizationCodeResponse,
  ResponseBodyError,
} from 'oauth4webapi';
import { ConsentRefusedError, plainWords } from './consent-refused.ts';
import { type ConsentTarget, endpointsOf } from './consent-target.ts';
import type { Attempt } from './consent-url.ts';
import { standardAnswer } from './standard-answer.ts';

/**
 * Exchanges the code for tokens, as credentials: `access_token`, `access_token_expires_at`, and `refresh_token` if there is one. Throws a
 * `ConsentRefusedError` if the vendor rejects it, and upstream errors such as `upstream_unavailable`.
 */
export async function exchangeCode(
  upstream: Pick<UpstreamClient, 'send'>,
  target: ConsentTarget,
  { verifier }: Attempt,
  answer: URLSearchParams,
  redirectUrl: string,
): Promise<Readonly<Record<string, string>>> {
  const { declared, server, client } = endpointsOf(target);
  const { authorization, token } = declared;
  const { origin, protocol } = new URL(server.token_endpoint);
  const { vendor } = target.connector;
  const secret = target.credentials.client_secret.reveal();
  const send = async (url: string, options: CustomFetchOptions<'POST', URLSearchParams>) => {
    const { origin: to, pathname, search } = new URL(url);
    if (to !== origin) throw new TypeError(`a token request to ${to} instead of ${origin}`);
    const request = { method: 'POST', origin, path: pathname + search, ...encoded(options, token) } as const;
    return standardAnswer(await answered(upstream.send(request, vendor), vendor), authorization.tokenAt);
  };
  try {
    const response = await authorizationCodeGrantRequest(
      server,
      client,
      clientAuthentication(token.client, secret),
      answer,
      redirectUrl,
      authorization.pkce ? verifier : nopkce,
      // The egress guard knows which hosts may be called without TLS.
      {
        [customFetch]: send,
        [allowInsecureRequests]: protocol === 'http:',
        additionalParameters: authorization.tokenParams,
      },
    );
    const values = tokenValues({ ...(await processAuthorizationCodeResponse(server, client, response)) });
    if (values !== undefined) return values;
  } catch (error) {
    throw GatewayError.is(error) ? error : refusalOf(error, [secret, verifier, answer.get('code') ?? '']);
  }
  throw new ConsentRefusedError('unreadable');
}

// In the same form as in renewals.
function clientAuthentication(place: TokenEndpoint['client'], secret: string): ClientAuth {
  if (place === 'body') return ClientSecretPost(secret);
  return (_server, { client_id }, _body, headers) =>
    headers.set('authorization', clientAuthorization(place, client_id, secret));
}

function encoded(
  { headers, body }: CustomFetchOptions<'POST', URLSearchParams>,
  { encoding }: TokenEndpoint,
): { readonly headers: Readonly<Record<string, string>>; readonly body: string } {
  const own = { ...headers, 'user-agent': 'connectory' };
  if (encoding === 'form') {
    return { headers: { ...own, 'content-type': 'application/x-www-form-urlencoded' }, body: body.toString() };
  }
  return { headers: { ...own, 'content-type': 'application/json' }, body: JSON.stringify(Object.fromEntries(body)) };
}

async function answered(answer: Promise<ExchangeResponse>, vendor: string): Promise<ExchangeResponse> {
  const response = await answer;
  if (isTemporary(response.status)) throw temporaryFailure(vendor, 'exchange the code', response.status);
  return response;
}

const clientErrors = new Set([
  'invalid_client',
  'unauthorized_client',
  'incorrect_client_credentials',
  'bad_client_secret',
  'invalid_client_id',
]);

function refusalOf(error: unknown, secrets: readonly string[]): ConsentRefusedError {
  if (!(error instanceof ResponseBodyError)) return new ConsentRefusedError('unreadable', undefined, error);
  const reason = clientErrors.has(error.error) ? 'client_refused' : 'code_refused';
  return new ConsentRefusedError(reason, plainWords([error.error, error.error_description], secrets));
}
