import type { Authentication } from '@connectory/connector-sdk/engine';
import type { AccessTokens } from './access-tokens.ts';
import type { DemoCredentials } from './credentials.ts';
import type { IncomingCall } from './incoming-call.ts';
import type { JsonObject } from './json.ts';
import { jsonReply, type Reply } from './reply.ts';

const lifetimeSeconds = 3_600;

/** Answers a token request as RFC 6749 (sections 4.4 and 6) asks for; refusals are its `error` codes with status 400 or 401. */
export function answerToken(
  call: IncomingCall,
  { token: endpoint }: Authentication,
  fields: DemoCredentials,
  tokens: AccessTokens,
): Reply {
  if (endpoint === undefined) return refusal(400, 'unsupported_grant_type', 'There is no token endpoint.');
  if (call.body.kind !== endpoint.encoding) {
    return refusal(400, 'invalid_request', `The body must be sent as ${endpoint.encoding}.`);
  }
  const values = (call.body as { readonly value: JsonObject }).value;
  const client =
    endpoint.client === 'basic' ? basicClient(call) : { id: values.client_id, secret: values.client_secret };
  if (client.id !== fields.client_id || client.secret !== fields.client_secret) {
    return refusal(401, 'invalid_client', 'The client id or secret is wrong.');
  }
  if (values.grant_type !== endpoint.grant) {
    return refusal(400, 'unsupported_grant_type', `The grant must be ${endpoint.grant}.`);
  }
  if (endpoint.grant === 'client_credentials') return issued(tokens, endpoint.scopes, undefined);
  const next = tokens.rotate(String(values.refresh_token ?? ''));
  if (next === undefined) return refusal(400, 'invalid_grant', 'The refresh token is unknown or was used before.');
  return issued(tokens, endpoint.scopes, next);
}

function issued(tokens: AccessTokens, scopes: readonly string[], refreshToken: string | undefined): Reply {
  const body = {
    access_token: tokens.issue(),
    token_type: 'bearer',
    expires_in: lifetimeSeconds,
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
  };
  return jsonReply(200, body, { 'cache-control': 'no-store' });
}

function refusal(status: number, error: string, description: string): Reply {
  return jsonReply(status, { error, error_description: description }, { 'cache-control': 'no-store' });
}

function basicClient({ headers }: IncomingCall): { id: string | undefined; secret: string | undefined } {
  const match = /^Basic (.+)$/.exec(headers.authorization ?? '');
  const [id, ...rest] = Buffer.from(match?.[1] ?? '', 'base64')
    .toString()
    .split(':');
  return { id, secret: rest.join(':') };
}
