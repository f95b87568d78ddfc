import type { FailureRules, TokenEndpoint } from '@connectory/connector-sdk/engine';
import type { DemoCredentials, OAuthClient } from './credentials.ts';
import type { IncomingCall } from './incoming-call.ts';
import { type JsonObject, setAt } from './json.ts';
import { jsonReply, markFailure, type Reply, successBody } from './replies.ts';

const lifetimeSeconds = 3_600;
const unstored = { 'cache-control': 'no-store' };

interface Tokens {
  readonly accessToken: string;
  readonly refreshToken?: string;
}

/** The reason a token request is rejected: a code of RFC 6749. */
interface Refusal {
  readonly error: string;
  readonly description: string;
}

/** Whether the client's authentication method supports the requested grant. */
export function takesGrant({ body }: IncomingCall, { authentication }: OAuthClient): boolean {
  const grant = body.kind === 'form' || body.kind === 'json' ? body.value.grant_type : undefined;
  const isOfConsent = grant === 'authorization_code' && authentication.authorization !== undefined;
  return isOfConsent || grant === authentication.token?.grant;
}

/**
 * Responds to a token request according to RFC 6749 (sections 4.1.3, 4.4 and 6) and RFC 7636. Errors are its `error` codes with status 400
 * or 401, or 200 if the vendor reports errors that way.
 */
export function responseToken(call: IncomingCall, client: OAuthClient, failure: FailureRules): Reply {
  const { token: endpoint } = client.authentication;
  const outcome =
    endpoint === undefined
      ? refusal('unsupported_grant_type', 'There is no token endpoint.')
      : tokensFor(call, client, endpoint);
  if ('error' in outcome) return refuse(outcome, failure);
  const scopes = endpoint?.scopes ?? [];
  const body: JsonObject = { token_type: 'bearer', ...(scopes.length > 0 && { scope: scopes.join(' ') }) };
  const values = {
    access_token: outcome.accessToken,
    expires_in: lifetimeSeconds,
    refresh_token: outcome.refreshToken,
  };
  const places: Readonly<Record<string, string>> = { ...client.authentication.authorization?.tokenAt };
  for (const [name, value] of Object.entries(values)) if (value !== undefined) setAt(body, places[name] ?? name, value);
  return jsonReply(200, successBody(failure, body), unstored);
}

function tokensFor(call: IncomingCall, client: OAuthClient, endpoint: TokenEndpoint): Tokens | Refusal {
  if (call.body.kind !== endpoint.encoding) {
    return refusal('invalid_request', `The body must be sent as ${endpoint.encoding}.`);
  }
  const values = (call.body as { readonly value: JsonObject }).value;
  const { fields, tokens, authentication } = client;
  const given = shownClient(call, endpoint, values, fields);
  if (given.id !== fields.client_id || given.secret !== fields.client_secret) {
    return refusal('invalid_client', 'The client id or secret is wrong.');
  }
  const { grant_type: grant } = values;
  if (grant === 'authorization_code' && authentication.authorization !== undefined) {
    return exchangeCode(values, String(given.id), client);
  }
  if (grant !== endpoint.grant) return refusal('unsupported_grant_type', `The grant must be ${endpoint.grant}.`);
  if (grant === 'client_credentials') return { accessToken: tokens.issue() };
  const renewed = tokens.rotate(String(values.refresh_token ?? ''));
  return renewed ?? refusal('invalid_grant', 'The refresh token is unknown or was used before.');
}

function exchangeCode(values: JsonObject, clientId: string, { authentication, codes, tokens }: OAuthClient) {
  const { code, redirect_uri: redirectUri, code_verifier: verifier } = values;
  const params = Object.entries(authentication.authorization?.tokenParams ?? {});
  const wrong = params.find(([name, value]) => String(values[name]) !== value);
  if (wrong !== undefined) return refusal('invalid_request', `The parameter ${wrong[0]} must be ${wrong[1]}.`);
  const problem = codes.take({ code, clientId, redirectUri, verifier });
  return problem === undefined ? tokens.grant() : refusal('invalid_grant', problem);
}

const refusal = (error: string, description: string): Refusal => ({ error, description });

function refuse({ error, description }: Refusal, rules: FailureRules): Reply {
  const body: JsonObject = { error, error_description: description };
  const isWithin200 = markFailure(rules, body);
  const status = error === 'invalid_client' ? 401 : 400;
  return jsonReply(isWithin200 ? 200 : status, body, unstored);
}

function shownClient(
  call: IncomingCall,
  { client }: TokenEndpoint,
  values: JsonObject,
  { client_id: known }: DemoCredentials,
): { id: unknown; secret: unknown } {
  if (client === 'body') return { id: values.client_id, secret: values.client_secret };
  const shown = basicClient(call);
  if (client === 'basic') return shown;
  return shown.secret === '' ? { id: known, secret: shown.id } : { id: undefined, secret: undefined };
}

function basicClient({ headers }: IncomingCall): { id: string | undefined; secret: string | undefined } {
  const match = /^Basic (.+)$/.exec(headers.authorization ?? '');
  const [id = '', ...rest] = Buffer.from(match?.[1] ?? '', 'base64')
    .toString()
    .split(':');
  return { id: decoded(id), secret: decoded(rest.join(':')) };
}

// RFC 6749, section 2.3.1, has both halves form-encoded; most clients send them as they are.
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
