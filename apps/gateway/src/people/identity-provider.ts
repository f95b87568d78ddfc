import type { Identity } from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';
import type { UpstreamClient } from '@connectory/upstream';
import type { Configuration, CustomFetch, IDToken, UserInfoResponse } from 'openid-client';
import type { SignInConfiguration } from '../start/sign-in-configuration.ts';

/** Values that bind a trip to the identity provider to its response. */
export interface SignInTrip {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Dependencies of the identity provider. */
export interface IdentityProviderParts {
  readonly upstream: Pick<UpstreamClient, 'send'>;
  readonly signIn: SignInConfiguration;
}

/** A response of the identity provider that cannot be accepted. */
export class SignInRefusedError extends Error {
  override readonly name = 'SignInRefusedError';
  /** What the provider says, such as `access_denied`; null if the response itself is wrong. */
  readonly code: string | null;

  constructor(code: string | null, cause: unknown) {
    super(code ?? 'the response of the identity provider cannot be accepted', { cause });
    this.code = code;
  }
}

const who = 'The identity provider';
const rediscoverAfter = 60 * 60 * 1_000;
const maxGroups = 1_000;
const maxText = 256;

/** The configured identity provider, by OpenID Connect: authorization code with PKCE, state and nonce. */
export class IdentityProvider {
  readonly #parts: IdentityProviderParts;
  #discovered: { readonly at: number; readonly found: Promise<Configuration> } | undefined;

  constructor(parts: IdentityProviderParts) {
    this.#parts = parts;
  }

  /** Its issuer. */
  get issuer(): string {
    return this.#parts.signIn.issuer.href;
  }

  /** The URL to send a browser to, and what its response has to match. Throws upstream errors if the provider cannot be reached. */
  async begin(redirectUrl: string): Promise<{ readonly url: URL; readonly trip: SignInTrip }> {
    const client = await import('openid-client');
    const trip = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    };
    const url = client.buildAuthorizationUrl(await this.#discover(), {
      redirect_uri: redirectUrl,
      scope: this.#parts.signIn.scopes,
      state: trip.state,
      nonce: trip.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(trip.verifier),
      code_challenge_method: 'S256',
    });
    return { url, trip };
  }

  /**
   * Verifies the response to a trip and returns who it describes. Throws `SignInRefusedError`, and upstream errors if the provider cannot
   * be reached.
   */
  async finish(response: URL, { state, nonce, verifier }: SignInTrip): Promise<Identity> {
    const client = await import('openid-client');
    const provider = await this.#discover();
    try {
      const tokens = await client.authorizationCodeGrant(provider, response, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new TypeError('the response has no ID token');
      return this.#identityOf(
        claims,
        this.#needsMore(claims, provider)
          ? await client.fetchUserInfo(provider, tokens.access_token, claims.sub)
          : undefined,
      );
    } catch (error) {
      throw gatewayErrorIn(error) ?? new SignInRefusedError(codeOf(error, client), error);
    }
  }

  #needsMore(claims: IDToken, provider: Configuration): boolean {
    const isComplete = claims.email !== undefined && claims[this.#parts.signIn.groupsClaim] !== undefined;
    return !isComplete && provider.serverMetadata().userinfo_endpoint !== undefined;
  }

  #identityOf(token: IDToken, more: UserInfoResponse | undefined): Identity {
    const { admins, groupsClaim } = this.#parts.signIn;
    // An address and whether it is verified come from the same document; some providers write the latter as a string.
    const { email, email_verified: isVerified } = token.email === undefined ? (more ?? token) : token;
    const verified = String(isVerified) === 'true' && typeof email === 'string' ? email.toLowerCase() : null;
    const groups = groupsOf(token[groupsClaim] ?? more?.[groupsClaim]);
    const name = [token.name, more?.name, token.preferred_username, more?.preferred_username].find(
      (text) => typeof text === 'string' && text !== '',
    );
    return {
      issuer: token.iss,
      subject: token.sub,
      name: typeof name === 'string' ? name.slice(0, maxText) : (verified ?? ''),
      email: verified,
      groups,
      isAdmin: admins.includes(verified ?? '') || groups.some((group) => admins.includes(`group:${group}`)),
    };
  }

  #discover(): Promise<Configuration> {
    const known = this.#discovered;
    const now = performance.now();
    if (known !== undefined && now - known.at < rediscoverAfter) return known.found;
    const found = this.#load();
    const discovered = { at: now, found };
    this.#discovered = discovered;
    found.catch(() => {
      if (this.#discovered === discovered) this.#discovered = undefined;
    });
    return found;
  }

  async #load(): Promise<Configuration> {
    const client = await import('openid-client');
    const { issuer, clientId, clientSecret } = this.#parts.signIn;
    const secret = clientSecret?.reveal();
    const authentication: ReturnType<typeof client.None> =
      secret === undefined
        ? client.None()
        : (server, ...rest) => {
            const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
            const isBasic = methods.includes('client_secret_basic');
            return (isBasic ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret))(server, ...rest);
          };
    try {
      return await client.discovery(issuer, clientId, undefined, authentication, {
        [client.customFetch]: this.#fetch,
        execute: [
          // By default, TLS alone vouches for the ID token.
          client.enableNonRepudiationChecks,
          // The egress guard knows which hosts may be called without TLS.
          ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
        ],
      });
    } catch (error) {
      throw gatewayErrorIn(error) ?? undiscovered(issuer, error);
    }
  }

  readonly #fetch: CustomFetch = async (url, { method, headers, body }) => {
    const { origin, pathname, search } = new URL(url);
    const request = {
      method: method as 'GET' | 'POST',
      origin,
      path: pathname + search,
      headers: { ...headers, 'user-agent': 'connectory' },
      body: body === undefined || body === null ? undefined : String(body),
    };
    const response = await this.#parts.upstream.send(request, who);
    const received = Object.entries(response.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, one]),
    );
    // It was unpacked already.
    const plain = received.filter(([name]) => !['content-encoding', 'content-length'].includes(name));
    const isBodiless = response.status === 204 || response.status === 304;
    return new Response(isBodiless ? null : new Uint8Array(response.body), { status: response.status, headers: plain });
  };
}

function groupsOf(claim: unknown): readonly string[] {
  const groups = Array.isArray(claim) ? claim : [claim];
  return groups
    .filter((group): group is string => typeof group === 'string' && group !== '' && group.length <= maxText)
    .slice(0, maxGroups);
}

/** The `GatewayError` of a request, which the library wraps. */
function gatewayErrorIn(error: unknown): GatewayError | undefined {
  if (GatewayError.is(error)) return error;
  return error instanceof Error && error.cause !== undefined ? gatewayErrorIn(error.cause) : undefined;
}

function codeOf(error: unknown, client: typeof import('openid-client')): string | null {
  const isAnswered = error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError;
  return isAnswered && /^[\w.-]{1,64}$/.test(error.error) ? error.error : null;
}

const undiscovered = ({ href }: URL, cause: unknown) =>
  new GatewayError(
    'upstream_unavailable',
    `The identity provider has no usable discovery document for ${href}. Check CONNECTORY_OIDC_ISSUER.`,
    { cause },
  );
