import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Connector } from '@connectory/connector-sdk';
import type { Authentication, AuthorizationEndpoint, Secret, TokenEndpoint } from '@connectory/connector-sdk/engine';
import {
  AuthorizationResponseError,
  type AuthorizationServer,
  type Client,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomState,
  validateAuthResponse,
} from 'oauth4webapi';
import { type OriginParts, resolveUrl } from '../connection.ts';

/** Target of a consent: a connector, its authentication, and the client that the workspace registered. */
export interface ConsentTarget {
  readonly connector: Connector;
  /** Name of an authentication method with a consent page. */
  readonly authentication: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** `client_id`, `client_secret`, and other fields known before the tokens. */
  readonly credentials: Readonly<Record<string, Secret>> & {
    readonly client_id: Secret;
    readonly client_secret: Secret;
  };
}

type ConsentAuthentication = Authentication & {
  readonly authorization: AuthorizationEndpoint;
  readonly token: TokenEndpoint;
};

/** Whether users authorize this authentication method on a consent page of the vendor. */
export function hasConsent(authentication: Authentication | undefined): authentication is ConsentAuthentication {
  return authentication?.authorization !== undefined && authentication.token !== undefined;
}

/** The declarations and URLs of a target. Throws `invalid_params` if the settings give no valid URL. */
export function endpointsOf(target: ConsentTarget): {
  readonly declared: ConsentAuthentication;
  readonly server: AuthorizationServer & { readonly token_endpoint: string };
  readonly client: Client;
  readonly consentPage: URL;
} {
  const { connector, authentication, credentials } = target;
  const declared = connector.upstream.authentication[authentication];
  if (!hasConsent(declared)) throw new TypeError(`connector ${connector.id}: ${authentication} has no consent page`);
  const consentPage = resolveUrl(target, declared.authorization.url);
  return {
    declared,
    consentPage,
    server: {
      issuer: declared.authorization.issuer ?? consentPage.origin,
      authorization_endpoint: consentPage.href,
      token_endpoint: resolveUrl(target, declared.token.url).href,
    },
    client: { client_id: credentials.client_id.reveal() },
  };
}

/** A target as a connection for which requests can be built. */
export const partsOf = ({ connector, authentication, settings, credentials }: ConsentTarget): OriginParts => ({
  connector,
  authentication,
  settings,
  credentials,
});

/** Values that bind one trip to the vendor: the state that its response returns, and the verifier for exchanging its code. */
export interface Attempt {
  readonly state: string;
  readonly verifier: string;
}

/** A new attempt, of 32 random bytes each. */
export const newAttempt = (): Attempt => ({ state: generateRandomState(), verifier: generateRandomCodeVerifier() });

/** The URL of the consent page. Throws `invalid_params` if the settings do not result in a valid URL. */
export async function consentUrl(
  target: ConsentTarget,
  { state, verifier }: Attempt,
  redirectUrl: string,
): Promise<URL> {
  const { declared, consentPage: url, client } = endpointsOf(target);
  const { params, scopes, scopeSeparator, pkce } = declared.authorization;
  const query: Record<string, string> = {
    ...params,
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: redirectUrl,
    state,
    ...(scopes.length > 0 && { scope: scopes.join(scopeSeparator) }),
    ...(pkce && { code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }),
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

/**
 * Verifies the query of the redirect from the vendor: state, issuer, signature if the vendor signs, and that it is not an error. Returns it
 * for `exchangeCode`. Throws a `ConsentRefusedError`.
 */
export function readResponse(target: ConsentTarget, { state }: Attempt, query: URLSearchParams): URLSearchParams {
  const { declared, server, client } = endpointsOf(target);
  const { issuer, signature } = declared.authorization;
  const valid = validated(
    () => validateAuthResponse({ ...server, issuer: issuer ?? issuerIn(query, server.issuer) }, client, query, state),
    target,
  );
  if (signature !== undefined && !isSigned(valid, signature.parameter, target.credentials.client_secret.reveal())) {
    throw new ConsentRefusedError('not_genuine');
  }
  return valid;
}

// Where no issuer is declared, one at the origin of the consent page is that of the vendor.
function issuerIn(query: URLSearchParams, origin: string): string {
  const named = query.get('iss');
  return named !== null && URL.parse(named)?.origin === origin ? named : origin;
}

function validated(validate: () => URLSearchParams, { credentials }: ConsentTarget): URLSearchParams {
  try {
    return validate();
  } catch (error) {
    if (!(error instanceof AuthorizationResponseError)) throw new ConsentRefusedError('not_genuine', undefined, error);
    const words = [error.error, error.error_description];
    throw new ConsentRefusedError('denied', plainWords(words, [credentials.client_secret.reveal()]));
  }
}

function isSigned(query: URLSearchParams, parameter: string, secret: string): boolean {
  const given = query.getAll(parameter);
  const signed = [...query]
    .filter(([name]) => name !== parameter)
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const expected = createHmac('sha256', secret).update(signed).digest();
  const received = Buffer.from(given.length === 1 ? (given[0] ?? '') : '', 'hex');
  return received.length === expected.length && timingSafeEqual(received, expected);
}

const maxWordsLength = 300;

/**
 * Why a consent failed. `denied`: the user or the vendor declined. `not_genuine`: the response is not the vendor's response to this
 * request. `code_refused`, `client_refused`: the vendor rejected the code, or the application. `accounts_refused`: it did not list the
 * accounts. `no_accounts`: there are none. `unreadable`: the response is not as declared.
 */
export type RefusalReason =
  | 'denied'
  | 'not_genuine'
  | 'code_refused'
  | 'client_refused'
  | 'accounts_refused'
  | 'no_accounts'
  | 'unreadable';

/** A consent that failed. */
export class ConsentRefusedError extends Error {
  readonly reason: RefusalReason;
  /** The vendor's own message as plain text, at most 300 characters; never markup, never a secret. */
  readonly said: string | undefined;

  constructor(reason: RefusalReason, said?: string, cause?: unknown) {
    super(`the consent failed: ${reason}`, { cause });
    this.name = 'ConsentRefusedError';
    this.reason = reason;
    this.said = said;
  }
}

/** A vendor's message as plain text, without secrets; undefined if there is none. */
export function plainWords(words: readonly unknown[], secrets: readonly string[]): string | undefined {
  const text = words
    .filter((word) => typeof word === 'string' && word.trim() !== '')
    .join(': ')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  const masked = secrets.reduce((left, secret) => (secret === '' ? left : left.replaceAll(secret, '***')), text);
  if (masked === '') return undefined;
  return masked.length > maxWordsLength ? `${masked.slice(0, maxWordsLength - 1).toWellFormed()}…` : masked;
}
