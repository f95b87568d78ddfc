import { type Authentication, GatewayError, Secret, type TokenEndpoint } from '@connectory/connector-sdk';
import { resolveUrl } from './base-url.ts';
import type { Credentials, UpstreamConnection } from './connection.ts';
import { encodeParameters } from './encode-parameters.ts';
import type { Exchange, ExchangeResponse } from './exchange.ts';
import type { PreparedRequest } from './prepared-request.ts';

const expiryField = 'access_token_expires_at';
const earlyMilliseconds = 30_000;

/** Keeps access tokens valid: one renewal per connection at a time, across processes, the new tokens stored before use. */
export class TokenRenewal {
  readonly #exchange: Exchange;
  readonly #running = new Map<string, Promise<Credentials>>();

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /** Credentials to use now. Renews an access token that is missing or about to expire. */
  current(connection: UpstreamConnection): Credentials | Promise<Credentials> {
    if (schemeOf(connection)?.token === undefined) return connection.credentials;
    const { credentials } = connection;
    return isUsable(credentials) ? credentials : this.renew(connection, credentials);
  }

  /** True when a 401 may be answered by renewing the token. */
  canRenew(connection: UpstreamConnection): boolean {
    return schemeOf(connection)?.token !== undefined;
  }

  /**
   * Renews after `used` was refused. Takes over a token somebody else renewed meanwhile. Throws `reauthorization_required` when
   * there is nothing to renew with or the vendor refuses it, `upstream_unavailable` when the vendor fails.
   */
  renew(connection: UpstreamConnection, used: Credentials): Promise<Credentials> {
    const running = this.#running.get(connection.id);
    if (running !== undefined) return running;
    const renewal = connection.tokens
      .exclusively(() => this.#renewStored(connection, used))
      .finally(() => this.#running.delete(connection.id));
    this.#running.set(connection.id, renewal);
    return renewal;
  }

  async #renewStored(connection: UpstreamConnection, used: Credentials): Promise<Credentials> {
    const stored = await connection.tokens.read();
    if (isUsable(stored) && stored.access_token?.reveal() !== used.access_token?.reveal()) return stored;
    const endpoint = (schemeOf(connection) as Authentication).token as TokenEndpoint;
    if (endpoint.grant === 'refresh_token' && stored.refresh_token === undefined) {
      return this.#giveUp(connection, 'the access token expired and there is no refresh token');
    }
    const response = await this.#exchange.send(tokenRequest(connection, endpoint, stored));
    if (response.status >= 500 || response.status === 429) {
      throw new GatewayError(
        'upstream_unavailable',
        `${connection.connector.vendor} could not renew the access token.`,
      );
    }
    const values = response.status < 300 ? tokenValues(response) : undefined;
    if (values === undefined)
      return this.#giveUp(connection, `the vendor refused to renew the token (${response.status})`);
    await connection.tokens.save(values);
    const renewed = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, new Secret(value)]));
    return { ...stored, ...renewed };
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

function isUsable(credentials: Credentials): boolean {
  if (credentials.access_token === undefined) return false;
  const expiry = credentials[expiryField]?.reveal();
  return expiry === undefined || Date.parse(expiry) - earlyMilliseconds > Date.now();
}

function tokenRequest(connection: UpstreamConnection, endpoint: TokenEndpoint, stored: Credentials): PreparedRequest {
  const url = resolveUrl(connection, endpoint.url);
  const clientId = stored.client_id?.reveal();
  const clientSecret = stored.client_secret?.reveal();
  const inBody = endpoint.client === 'body';
  const values = {
    grant_type: endpoint.grant,
    refresh_token: endpoint.grant === 'refresh_token' ? stored.refresh_token?.reveal() : undefined,
    scope:
      endpoint.grant === 'client_credentials' && endpoint.scopes.length > 0 ? endpoint.scopes.join(' ') : undefined,
    client_id: inBody ? clientId : undefined,
    client_secret: inBody ? clientSecret : undefined,
  };
  const json = endpoint.encoding === 'json';
  const basic = `Basic ${Buffer.from(`${clientId ?? ''}:${clientSecret ?? ''}`).toString('base64')}`;
  return {
    method: 'POST',
    origin: url.origin,
    path: url.pathname + url.search,
    headers: {
      accept: 'application/json',
      'content-type': json ? 'application/json' : 'application/x-www-form-urlencoded',
      ...(!inBody && { authorization: basic }),
    },
    body: json ? JSON.stringify(values) : encodeParameters(values, 'repeat'),
  };
}

function tokenValues(response: ExchangeResponse): Record<string, string> | undefined {
  let body: unknown;
  try {
    body = JSON.parse(response.body.toString('utf8'));
  } catch {
    return undefined;
  }
  if (typeof body !== 'object' || body === null || !('access_token' in body)) return undefined;
  const {
    access_token: accessToken,
    refresh_token: refreshToken,
    expires_in: lifetime,
  } = body as Record<string, unknown>;
  if (typeof accessToken !== 'string' || accessToken === '') return undefined;
  const values: Record<string, string> = { access_token: accessToken };
  if (typeof refreshToken === 'string' && refreshToken !== '') values.refresh_token = refreshToken;
  if (typeof lifetime === 'number') values[expiryField] = new Date(Date.now() + lifetime * 1000).toISOString();
  return values;
}
