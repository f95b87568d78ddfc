import { type Authentication, Secret, type TokenEndpoint } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import { parseExactly } from '@connectory/exact-json';
import { setBounded } from '../bounded-map.ts';
import type { CallScopes } from '../call.ts';
import { type Credentials, credentialOrigins, resolveUrl, type UpstreamConnection } from '../connection.ts';
import { type Exchange, ExchangeError, type ExchangeResponse } from '../exchange.ts';
import { exchangeFailure, firstText, maskSecrets, temporaryFailure } from '../failure.ts';
import { encodeParameters, type PreparedRequest } from '../request.ts';
import { defaultFirstWait } from '../request-budget.ts';
import { retryAfterSeconds } from '../response-headers.ts';

const earlyMilliseconds = 30_000;
const renewalTimeoutSeconds = 30;
const maxResponseBytes = 1024 * 1024;
const maxUnsaved = 10_000;

interface Unsaved {
  /** The credentials these values take the place of. */
  readonly instead: string;
  readonly values: Readonly<Record<string, string>>;
}

/**
 * Keeps access tokens valid: one refresh per connection at a time, across processes, and the new tokens are stored before use. A refresh
 * outlives the call that needs it: a vendor may accept each refresh token only once, so its response must not be lost.
 */
export class TokenRenewal {
  readonly #exchange: Exchange;
  readonly #scopes: CallScopes;
  readonly #running = new Map<string, Promise<Credentials>>();
  /** Renewed tokens that could not be stored, by connection. */
  readonly #unsaved = new Map<string, Unsaved>();

  constructor(exchange: Exchange, scopes: CallScopes) {
    this.#exchange = exchange;
    this.#scopes = scopes;
  }

  /** Resolves when no renewal runs. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#running.values());
  }

  /** Whether the access token is missing or about to expire, so that it has to be renewed before a call. */
  isDue(connection: UpstreamConnection): boolean {
    return this.canRenew(connection) && !isUsable(connection.credentials);
  }

  /** Whether the token can be refreshed after a 401. */
  canRenew(connection: UpstreamConnection): boolean {
    return schemeOf(connection)?.token !== undefined;
  }

  /**
   * Refreshes the token after `used` was rejected, or uses a token that was refreshed meanwhile. Throws `reauthorization_required` if there
   * is no refresh token or the vendor says that it is no longer valid; `upstream_rate_limited`, `upstream_unavailable` or `upstream_timeout`
   * for everything else, so that nobody has to connect the account again because of an outage.
   */
  renew(connection: UpstreamConnection, used: Credentials): Promise<Credentials> {
    // A call that goes elsewhere since the connection was changed must not get what was renewed for the old place.
    const key = JSON.stringify([connection.id, ...credentialOrigins(connection)]);
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    const renewal = connection.tokens
      .exclusively(() => this.#renewStored(connection, used))
      .finally(() => this.#running.delete(key));
    this.#running.set(key, renewal);
    return renewal;
  }

  async #renewStored(connection: UpstreamConnection, used: Credentials): Promise<Credentials> {
    const { id, connector } = connection;
    const stored = await connection.tokens.read();
    if (isUsable(stored) && stored.access_token?.reveal() !== used.access_token?.reveal()) return stored;
    const unsaved = this.#unsaved.get(id);
    if (unsaved?.instead === tokensOf(stored)) return this.#save(connection, stored, unsaved.values);
    const endpoint = (schemeOf(connection) as Authentication).token as TokenEndpoint;
    if (endpoint.grant === 'refresh_token' && stored.refresh_token === undefined) {
      return this.#giveUp(connection, 'the access token expired and there is no refresh token');
    }
    const isDoubtful = endpoint.grant === 'refresh_token' && (await connection.tokens.renewalBegins());
    const { status, headers, body } = await this.#request(connection, tokenRequest(connection, endpoint, stored));
    const response = parseObject(body);
    const values = status < 300 ? response && tokenValues(response) : undefined;
    if (values !== undefined) return this.#save(connection, stored, values);
    const codes = status < 500 ? errorCodes(response) : [];
    if (codes.some((code) => code === 'invalid_grant' || endpoint.refusals?.includes(code))) {
      const doubt =
        ', and the response to an earlier renewal was lost: the vendor has probably replaced the refresh token';
      return this.#giveUp(connection, `the vendor rejected the token renewal (${status})${isDoubtful ? doubt : ''}`);
    }
    if (status !== 429) {
      const code = codes.find((text) => /^[\w.-]{1,60}$/.test(text));
      const shown = code === undefined ? undefined : maskSecrets(code, connection, stored);
      throw temporaryFailure(connector.vendor, 'renew the access token', status, shown);
    }
    // A vendor that rejects a request because of the rate has not looked at it.
    await connection.tokens.renewalUnsent();
    throw new GatewayError('upstream_rate_limited', `${connector.vendor} renews no more access tokens for now.`, {
      upstream: { status },
      retryAfterSeconds: retryAfterSeconds(headers, undefined) ?? defaultFirstWait,
    });
  }

  // Tokens that cannot be stored now are kept: the refresh token they were got with may be used up.
  async #save(
    connection: UpstreamConnection,
    stored: Credentials,
    values: Readonly<Record<string, string>>,
  ): Promise<Credentials> {
    setBounded(this.#unsaved, maxUnsaved, connection.id, { instead: tokensOf(stored), values });
    await connection.tokens.save(values);
    this.#unsaved.delete(connection.id);
    const renewed = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, new Secret(value)]));
    return { ...stored, ...renewed };
  }

  // A token endpoint that cannot be reached leaves no doubt about the call itself: it was not sent.
  async #request({ connector, tokens }: UpstreamConnection, request: PreparedRequest): Promise<ExchangeResponse> {
    const scope = this.#scopes.open({ seconds: renewalTimeoutSeconds, isRead: true });
    try {
      return await this.#exchange.send(request, { scope, maxBytes: maxResponseBytes });
    } catch (error) {
      if (error instanceof ExchangeError && !error.sent) await tokens.renewalUnsent();
      throw exchangeFailure({ vendor: connector.vendor, action: 'get', repeatable: true }, error);
    } finally {
      this.#scopes.close(scope);
    }
  }

  async #giveUp(connection: UpstreamConnection, reason: string): Promise<never> {
    await connection.tokens.reauthorizationRequired(reason);
    throw new GatewayError(
      'reauthorization_required',
      `The ${connection.connector.vendor} account of this connection must be connected again: ${reason}.`,
    );
  }
}

const schemeOf = ({ connector, authentication }: UpstreamConnection) =>
  connector.upstream.authentication[authentication];

// Which tokens these are: who replaced any of them knows better than what is kept here.
const tokensOf = (credentials: Credentials) =>
  JSON.stringify([credentials.access_token?.reveal(), credentials.refresh_token?.reveal()]);

function isUsable(credentials: Credentials): boolean {
  if (credentials.access_token === undefined) return false;
  const expiry = credentials[expiryField]?.reveal() ?? '';
  return expiry === '' || Date.parse(expiry) - earlyMilliseconds > Date.now();
}

function tokenRequest(connection: UpstreamConnection, endpoint: TokenEndpoint, stored: Credentials): PreparedRequest {
  const url = resolveUrl(connection, endpoint.url);
  const { client: clientIn } = endpoint;
  const clientId = stored.client_id?.reveal();
  const clientSecret = stored.client_secret?.reveal();
  const values = {
    grant_type: endpoint.grant,
    refresh_token: endpoint.grant === 'refresh_token' ? stored.refresh_token?.reveal() : undefined,
    scope:
      endpoint.grant === 'client_credentials' && endpoint.scopes.length > 0 ? endpoint.scopes.join(' ') : undefined,
    client_id: clientIn === 'body' ? clientId : undefined,
    client_secret: clientIn === 'body' ? clientSecret : undefined,
  };
  const json = endpoint.encoding === 'json';
  return {
    method: 'POST',
    origin: url.origin,
    path: url.pathname + url.search,
    headers: {
      accept: 'application/json',
      'content-type': json ? 'application/json' : 'application/x-www-form-urlencoded',
      ...(clientIn !== 'body' && { authorization: clientAuthorization(clientIn, clientId, clientSecret) }),
    },
    body: json ? JSON.stringify(values) : encodeParameters(values, 'repeat'),
  };
}

const errorPaths = ['error', 'error.code', 'error.type', 'error_code', 'errorCode', 'code', 'status'];

const errorCodes = (response: unknown): readonly string[] =>
  errorPaths.map((path) => firstText(response, [path])).filter((code) => code !== undefined);

function parseObject(body: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = parseExactly(body.toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

const maxLifetimeSeconds = 10 * 365 * 24 * 60 * 60;

/** The credential with the expiry of the access token: an ISO time, or the empty string if unknown. */
const expiryField = 'access_token_expires_at';

/** The credentials in a token response; undefined if it has no access token. */
export function tokenValues(response: Readonly<Record<string, unknown>>): Record<string, string> | undefined {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: lifetime } = response;
  if (typeof accessToken !== 'string' || accessToken === '') return undefined;
  // The empty text replaces the expiry of the token before, where the new one has none.
  const values: Record<string, string> = { access_token: accessToken, [expiryField]: expiryOf(lifetime) };
  if (typeof refreshToken === 'string' && refreshToken !== '') values.refresh_token = refreshToken;
  return values;
}

function expiryOf(lifetime: unknown): string {
  const seconds = typeof lifetime === 'string' && lifetime !== '' ? Number(lifetime) : lifetime;
  if (typeof seconds !== 'number' || Number.isNaN(seconds)) return '';
  return new Date(Date.now() + Math.min(Math.max(seconds, 0), maxLifetimeSeconds) * 1000).toISOString();
}

/**
 * The `authorization` header by which an OAuth client identifies itself at a token endpoint. Id and secret are not percent-encoded as
 * RFC 6749, section 2.3.1, wants, because many vendors do not decode them.
 */
export function clientAuthorization(clientIn: Exclude<TokenEndpoint['client'], 'body'>, id = '', secret = ''): string {
  const pair = clientIn === 'basic' ? `${id}:${secret}` : `${secret}:`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}
