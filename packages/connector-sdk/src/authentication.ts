import type { BodyEncoding } from './upstream-request.ts';

/** A value that a user supplies to connect an account. `secret` values are encrypted at rest and never shown again. */
export interface CredentialField {
  readonly description: string;
  readonly secret: boolean;
  readonly required: boolean;
}

/** Credential fields by name. */
export type CredentialFields = Readonly<Record<string, CredentialField>>;

/** How new access tokens are obtained. */
export interface TokenEndpoint {
  /** URL with `{setting}` places. */
  readonly url: string;
  readonly grant: 'refresh_token' | 'client_credentials';
  /** How the client ID and secret are sent: as form fields, by HTTP basic authentication, or with only the secret as its user name. */
  readonly client: 'body' | 'basic' | 'basic-secret';
  readonly encoding: BodyEncoding;
  readonly scopes: readonly string[];
  /**
   * Error codes, besides `invalid_grant`, with which the vendor says that the grant itself is no longer valid. Only these ask for a new
   * authorization. They are looked for in `error`, `error.code`, `error.type`, `error_code`, `errorCode`, `code` and `status`.
   */
  readonly refusals?: readonly string[];
}

/**
 * The consent page of an authorization-code flow, and what its vendor does differently. Tokens are requested from `token.url`
 * with the same client authentication and encoding as renewals.
 */
export interface AuthorizationEndpoint {
  /** URL with `{setting}` places. */
  readonly url: string;
  readonly scopes: readonly string[];
  /** What separates scopes in the request. */
  readonly scopeSeparator: ' ' | ',';
  /** Additional query parameters of the request, such as `access_type: 'offline'`. */
  readonly params: Readonly<Record<string, string>>;
  /** Whether a PKCE challenge (S256) is sent; false for vendors that reject it. */
  readonly pkce: boolean;
  /** The issuer that the vendor returns as `iss`. Responses with another issuer are rejected. */
  readonly issuer?: string;
  /** Dotted paths to tokens that are nested in the token response: `{ access_token: 'authed_user.access_token' }`. */
  readonly tokenAt: Readonly<Partial<Record<'access_token' | 'refresh_token' | 'expires_in', string>>>;
  /** Additional parameters of the code exchange, such as `expiring: '1'`. Renewals do not send them. */
  readonly tokenParams: Readonly<Record<string, string>>;
  /** How the vendor signs its response parameters with the client secret. Responses without a valid signature are rejected. */
  readonly signature?: ResponseSignature;
  /** How to list the accounts of a consent, if it can cover several or the API requires one to be chosen. */
  readonly accounts?: ConsentedAccounts;
}

/** A hexadecimal HMAC-SHA256 over the other parameters, sorted by name and written as `name=value&…`. */
export interface ResponseSignature {
  readonly parameter: string;
}

/** A request with the new access token that lists the authorized accounts; each selected account becomes a connection. */
export interface ConsentedAccounts {
  /** Absolute URL with `{setting}` places, requested with GET and the headers of the authentication, unless `headers` replaces them. */
  readonly url: string;
  /** Templates that replace the headers of the authentication: `{ authorization: 'OAuth {access_token}' }`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Dotted path of the list in the response; empty for the whole body. A single object counts as a list of one. */
  readonly list: string;
  /** Dotted path to an account's name; empty if the account itself is a string. */
  readonly name: string;
  /** Settings of the connection, or credential fields, each with the dotted path to its value in the account; empty if the account itself is a string. */
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * An authentication method. `headers` are templates over credential fields and settings: `{api_key}`; a header whose template is inside
 * `basic` is base64-encoded. `token` is set if access tokens expire and can be refreshed.
 */
export interface Authentication {
  readonly scheme: 'bearer' | 'basic' | 'header' | 'oauth2';
  readonly description: string;
  readonly fields: CredentialFields;
  readonly headers: Readonly<Record<string, string>>;
  readonly basic?: { readonly username: string; readonly password: string };
  readonly token?: TokenEndpoint;
  readonly authorization?: AuthorizationEndpoint;
  /** The API's base URL for connections that use this method; replaces the upstream's. */
  readonly baseUrl?: string;
}

/** Options of every authentication method: additional fields, headers made from them, and its own base URL. */
export interface AuthenticationExtras {
  readonly fields?: CredentialFields;
  /** Templates over credential fields and settings: `{ 'developer-token': '{developer_token}' }`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The API's base URL for connections that authenticate this way, with `{places}` like that of the upstream. */
  readonly baseUrl?: string;
}

const secret = (description: string): CredentialField => ({ description, secret: true, required: true });
const optionalSecret = (description: string): CredentialField => ({ description, secret: true, required: false });
const visible = (description: string): CredentialField => ({ description, secret: false, required: true });
const fieldNames = (template: string) => [...template.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] as string);

function withExtras(
  authentication: Authentication,
  { fields, headers, baseUrl }: AuthenticationExtras,
): Authentication {
  const named = Object.entries(headers ?? {}).map(([name, template]) => [name.toLowerCase(), template]);
  return {
    ...authentication,
    fields: { ...authentication.fields, ...fields },
    headers: { ...authentication.headers, ...Object.fromEntries(named) },
    ...(baseUrl !== undefined && { baseUrl }),
  };
}

/** Options of the consent page for `auth.oauth2`; all but its URL default to what most vendors expect. */
export interface ConsentOptions extends Partial<Omit<AuthorizationEndpoint, 'url' | 'scopes'>> {
  readonly authorizationUrl: string;
}

interface OAuthClientOptions extends AuthenticationExtras {
  readonly description: string;
  readonly tokenUrl: string;
  readonly scopes?: readonly string[];
  readonly client?: TokenEndpoint['client'];
  readonly encoding?: BodyEncoding;
  readonly refusals?: readonly string[];
}

/** The authentication methods that a connector can offer; each returns plain data that the engine interprets. */
export const auth = {
  /** `Authorization: Bearer {field}` with a long-lived token. */
  bearer(field: string, description: string, extras: AuthenticationExtras = {}): Authentication {
    const plain: Authentication = {
      scheme: 'bearer',
      description,
      fields: { [field]: secret(description) },
      headers: { authorization: `Bearer {${field}}` },
    };
    return withExtras(plain, extras);
  },

  /** HTTP basic authentication; both halves are templates over the declared fields. */
  basic(
    options: AuthenticationExtras & {
      readonly description: string;
      readonly username: string;
      readonly password: string;
      readonly fields: CredentialFields;
    },
  ): Authentication {
    for (const name of [...fieldNames(options.username), ...fieldNames(options.password)]) {
      if (!Object.hasOwn(options.fields, name)) throw new TypeError(`auth.basic: {${name}} is not one of its fields`);
    }
    const plain: Authentication = {
      scheme: 'basic',
      description: options.description,
      fields: options.fields,
      headers: {},
      basic: { username: options.username, password: options.password },
    };
    return withExtras(plain, options);
  },

  /** A key in a header of the vendor's own name; `template` defaults to the bare field. */
  header(
    name: string,
    field: string,
    description: string,
    template = `{${field}}`,
    extras: AuthenticationExtras = {},
  ): Authentication {
    const plain: Authentication = {
      scheme: 'header',
      description,
      fields: { [field]: secret(description) },
      headers: { [name.toLowerCase()]: template },
    };
    return withExtras(plain, extras);
  },

  /** OAuth 2 authorization code: an access token, renewed with a refresh token if the user supplied one. */
  oauth2(options: OAuthClientOptions & ConsentOptions): Authentication {
    const { issuer, signature, accounts } = options;
    const plain: Authentication = {
      scheme: 'oauth2',
      description: options.description,
      fields: {
        access_token: optionalSecret('Access token; optional if a refresh token is given'),
        refresh_token: optionalSecret('Refresh token, used to renew expired access tokens'),
        client_id: { description: 'Client ID of your OAuth application', secret: false, required: false },
        client_secret: optionalSecret('Client secret of your OAuth application'),
      },
      headers: { authorization: 'Bearer {access_token}' },
      token: {
        url: options.tokenUrl,
        grant: 'refresh_token',
        client: options.client ?? 'body',
        encoding: options.encoding ?? 'form',
        scopes: options.scopes ?? [],
        ...(options.refusals !== undefined && { refusals: options.refusals }),
      },
      authorization: {
        url: options.authorizationUrl,
        scopes: options.scopes ?? [],
        scopeSeparator: options.scopeSeparator ?? ' ',
        params: options.params ?? {},
        pkce: options.pkce ?? true,
        tokenAt: options.tokenAt ?? {},
        tokenParams: options.tokenParams ?? {},
        ...(issuer !== undefined && { issuer }),
        ...(signature !== undefined && { signature }),
        ...(accounts !== undefined && { accounts }),
      },
    };
    return withExtras(plain, options);
  },

  /** OAuth 2 client credentials: access tokens are requested with client ID and secret when needed. */
  clientCredentials(options: OAuthClientOptions): Authentication {
    const plain: Authentication = {
      scheme: 'oauth2',
      description: options.description,
      fields: {
        client_id: visible('Client ID of your OAuth application'),
        client_secret: secret('Client secret of your OAuth application'),
      },
      headers: { authorization: 'Bearer {access_token}' },
      token: {
        url: options.tokenUrl,
        grant: 'client_credentials',
        client: options.client ?? 'body',
        encoding: options.encoding ?? 'form',
        scopes: options.scopes ?? [],
        // Here the client is the credential of the connection.
        refusals: ['invalid_client', 'unauthorized_client', ...(options.refusals ?? [])],
      },
    };
    return withExtras(plain, options);
  },
};
