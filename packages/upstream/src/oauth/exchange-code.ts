import { type RawValue, valueAt } from '@connectory/connector-sdk';
import type { AuthorizationEndpoint, TokenEndpoint } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import { parseExactly } from '@connectory/exact-json';
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
import type { UpstreamClient } from '../client.ts';
import type { ExchangeResponse } from '../exchange.ts';
import { isTemporary, temporaryFailure } from '../failure.ts';
import { type Attempt, ConsentRefusedError, type ConsentTarget, endpointsOf, plainWords } from './consent.ts';
import { clientAuthorization, tokenValues } from './token-renewal.ts';

/**
 * Exchanges the code for tokens, as credentials: `access_token`, `access_token_expires_at`, and `refresh_token` if there is one. Throws a
 * `ConsentRefusedError` if the vendor rejects it, and upstream errors such as `upstream_unavailable`.
 */
export async function exchangeCode(
  upstream: Pick<UpstreamClient, 'send'>,
  target: ConsentTarget,
  { verifier }: Attempt,
  query: URLSearchParams,
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
    return standardResponse(
      await requireNoTemporaryFailure(upstream.send(request, vendor), vendor),
      authorization.tokenAt,
    );
  };
  try {
    const response = await authorizationCodeGrantRequest(
      server,
      client,
      clientAuthentication(token.client, secret),
      query,
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
    throw GatewayError.is(error) ? error : refusalOf(error, [secret, verifier, query.get('code') ?? '']);
  }
  throw new ConsentRefusedError('unreadable');
}

// In the same form as in renewals.
function clientAuthentication(clientIn: TokenEndpoint['client'], secret: string): ClientAuth {
  if (clientIn === 'body') return ClientSecretPost(secret);
  return (_server, { client_id }, _body, headers) =>
    headers.set('authorization', clientAuthorization(clientIn, client_id, secret));
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

async function requireNoTemporaryFailure(sent: Promise<ExchangeResponse>, vendor: string): Promise<ExchangeResponse> {
  const response = await sent;
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

/**
 * Converts the response of a token endpoint to the form of RFC 6749, section 5: some vendors return a form, nest the tokens, omit the type,
 * or report an error with status 200. Removes an ID token, which is never requested.
 */
function standardResponse({ status, body }: ExchangeResponse, tokenAt: AuthorizationEndpoint['tokenAt']): Response {
  const content = parsed(body.toString('utf8'));
  const at = (name: 'access_token' | 'refresh_token' | 'expires_in') => valueAt(content, tokenAt[name] ?? name);
  const token = at('access_token');
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && typeof token === 'string' && token !== '' && content.ok !== false) {
    const [refreshToken, lifetime] = [at('refresh_token'), Number(at('expires_in') ?? Number.NaN)];
    return Response.json({
      access_token: token,
      token_type: 'bearer',
      ...(typeof refreshToken === 'string' && refreshToken !== '' && { refresh_token: refreshToken }),
      ...(lifetime > 0 && { expires_in: lifetime }),
    });
  }
  const error = errorOf(content);
  if (error === undefined) return Response.json({}, { status: isSuccess ? 200 : 502 });
  return Response.json(error, { status: 400 });
}

// `error` is a string by the standard; some vendors nest it or name it differently.
function errorOf(content: RawValue): { error: string; error_description?: string } | undefined {
  const texts = ['error', 'error.code', 'error.type', 'error_code', 'code', 'status', 'error.message', 'message'];
  const error = texts.map((path) => valueAt(content, path)).find((value) => typeof value === 'string' && value !== '');
  if (error === undefined) return undefined;
  const descriptions = ['error_description', 'error.message', 'error_message', 'message', 'details.base.0.description'];
  const description = descriptions
    .map((path) => valueAt(content, path))
    .find((value) => typeof value === 'string' && value !== error);
  return { error, ...(description !== undefined && { error_description: description }) };
}

function parsed(text: string): RawValue {
  try {
    const value: RawValue = parseExactly(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    const form = Object.fromEntries(new URLSearchParams(text));
    return form.access_token !== undefined || form.error !== undefined ? form : {};
  }
}
