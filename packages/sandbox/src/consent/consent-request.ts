import type { AuthorizationEndpoint } from '@connectory/connector-sdk/engine';
import type { DemoCredentials } from '../credentials.ts';

/** A request for consent that the vendor would show a page for. */
export interface ConsentRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly state: string;
  readonly challenge: string | undefined;
}

/** What a vendor makes of a request: a page, an error it sends the person back with, or an error only the person sees. */
export type ReadRequest =
  | { readonly kind: 'good'; readonly request: ConsentRequest }
  | {
      readonly kind: 'refused';
      readonly redirectUri: string;
      readonly state: string | undefined;
      readonly error: string;
      readonly description: string;
    }
  | { readonly kind: 'unsafe'; readonly message: string };

/**
 * Validates a request for consent as strictly as a vendor: it must have the declared parameters, and no PKCE if that is rejected. If the
 * client cannot be identified, there is no redirect.
 */
export function readConsentRequest(
  search: string,
  endpoint: AuthorizationEndpoint,
  { client_id: clientId = '' }: DemoCredentials,
): ReadRequest {
  const query = new URLSearchParams(search);
  const one = (name: string) => query.get(name) ?? undefined;
  const repeated = [...new Set(query.keys())].find((name) => query.getAll(name).length > 1);
  if (repeated !== undefined) return { kind: 'unsafe', message: `The parameter ${repeated} was sent twice.` };
  if (one('client_id') !== clientId) return { kind: 'unsafe', message: 'There is no application with this client_id.' };
  const redirectUri = one('redirect_uri');
  if (redirectUri === undefined || !isRedirectUri(redirectUri)) {
    return { kind: 'unsafe', message: 'The redirect_uri is missing, or is not an absolute URL without a fragment.' };
  }
  const state = one('state');
  const refused = (error: string, description: string): ReadRequest => ({
    kind: 'refused',
    redirectUri,
    state,
    error,
    description,
  });
  if (one('response_type') !== 'code') return refused('unsupported_response_type', 'The response_type must be code.');
  if (state === undefined || state.length < 8) return refused('invalid_request', 'A state is missing, or too short.');
  const wrong = Object.entries(endpoint.params).find(([name, value]) => one(name) !== value);
  if (wrong !== undefined) return refused('invalid_request', `The parameter ${wrong[0]} must be ${wrong[1]}.`);
  const pkce = brokenPkceRule(endpoint.pkce, one('code_challenge'), one('code_challenge_method'));
  if (pkce !== undefined) return refused('invalid_request', pkce);
  const scopes = (one('scope') ?? '').split(endpoint.scopeSeparator).filter((scope) => scope !== '');
  const unknown = scopes.find((scope) => !endpoint.scopes.includes(scope));
  if (unknown !== undefined) return refused('invalid_scope', `There is no scope ${unknown.slice(0, 200)}.`);
  if (scopes.length === 0 && endpoint.scopes.length > 0) return refused('invalid_scope', 'No scope was requested.');
  return { kind: 'good', request: { clientId, redirectUri, scopes, state, challenge: one('code_challenge') } };
}

function isRedirectUri(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && !text.includes('#') && url.username === '';
}

function brokenPkceRule(isTaken: boolean, challenge: string | undefined, method: string | undefined) {
  if (!isTaken) return challenge === undefined ? undefined : 'The parameter code_challenge is not supported.';
  if (challenge === undefined || !/^[\w-]{43}$/.test(challenge)) return 'A code_challenge of 43 characters is needed.';
  return method === 'S256' ? undefined : 'The code_challenge_method must be S256.';
}
