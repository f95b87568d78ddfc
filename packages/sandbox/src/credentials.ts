import type { IncomingHttpHeaders } from 'node:http';
import type { Connector } from '@connectory/connector-sdk';
import type { Authentication } from '@connectory/connector-sdk/engine';
import { AccessTokens } from './access-tokens.ts';
import { ConsentCodes } from './consent.ts';

/** Demo credentials of an authentication method, by field. */
export type DemoCredentials = Readonly<Record<string, string>>;

interface Alternative {
  readonly name: string;
  readonly authentication: Authentication;
  readonly fields: DemoCredentials;
  /** Present where access tokens are issued by a token endpoint. */
  readonly tokens: AccessTokens | undefined;
  readonly codes: ConsentCodes;
}

/** An OAuth client of the vendor: the declaration it follows, its credentials, and what was given out to it. */
export interface OAuthClient {
  readonly authentication: Authentication;
  readonly fields: DemoCredentials;
  readonly tokens: AccessTokens;
  readonly codes: ConsentCodes;
}

/** What a request's credentials are worth. */
export type CredentialCheck =
  | { readonly accepted: true; readonly expire: () => void }
  | { readonly accepted: false; readonly message: string };

/** The demo credentials of one connector, and the check that a request carries them the way the connector declares. */
export class CredentialGuard {
  readonly #alternatives: readonly Alternative[];

  constructor(connector: Connector) {
    this.#alternatives = Object.entries(connector.upstream.authentication).map(([name, authentication]) => {
      const tokens = authentication.token === undefined ? undefined : new AccessTokens(connector.id, name);
      const fields = Object.fromEntries(
        Object.keys(authentication.fields).map((field) => [
          field,
          tokens?.initial(field) ?? `demo-${connector.id}-${field}`,
        ]),
      );
      return { name, authentication, fields, tokens, codes: new ConsentCodes() };
    });
  }

  /** Demo credentials of an alternative, the first one unless named. Throws a `RangeError` for a name the connector does not have. */
  credentials(name?: string): DemoCredentials {
    const found = this.#alternatives.find((one) => name === undefined || one.name === name);
    if (found === undefined) throw new RangeError(`no authentication called ${name}`);
    return found.fields;
  }

  /** Names of the headers that carry credentials, in lower case. */
  get secretHeaders(): readonly string[] {
    const named = this.#alternatives.flatMap(({ authentication }) => Object.keys(authentication.headers));
    return ['authorization', ...named.map((name) => name.toLowerCase())];
  }

  /** Checks the credentials of a request against every alternative. */
  check(headers: IncomingHttpHeaders): CredentialCheck {
    const expected = this.#alternatives.flatMap(({ authentication }) => Object.keys(authentication.headers));
    const given = ['authorization', ...expected].some((name) => headers[name.toLowerCase()] !== undefined);
    for (const alternative of this.#alternatives) {
      const token = acceptedToken(alternative, headers);
      if (token !== undefined) return { accepted: true, expire: () => alternative.tokens?.expire(token) };
    }
    return { accepted: false, message: given ? 'The credentials are not valid.' : 'Credentials are missing.' };
  }

  /** The clients of the authentication methods that have a token endpoint. */
  clients(): readonly OAuthClient[] {
    return this.#alternatives.flatMap(({ authentication, fields, tokens, codes }) =>
      tokens === undefined ? [] : [{ authentication, fields, tokens, codes }],
    );
  }
}

/** True when a request carries a valid access token of a client in these headers, which are templates like those of its declaration. */
export function bearsToken(
  { authentication, fields, tokens, codes }: OAuthClient,
  templates: Readonly<Record<string, string>>,
  headers: IncomingHttpHeaders,
): boolean {
  const asked = { ...authentication, headers: templates };
  return acceptedToken({ name: '', authentication: asked, fields, tokens, codes }, headers) !== undefined;
}

// The access token that was sent; the empty text for credentials that have none. Undefined when they are not accepted.
function acceptedToken(
  { authentication, fields, tokens }: Alternative,
  headers: IncomingHttpHeaders,
): string | undefined {
  const { basic } = authentication;
  if (basic !== undefined) {
    const pair = `${filled(basic.username, fields)}:${filled(basic.password, fields)}`;
    if (headers.authorization !== `Basic ${Buffer.from(pair).toString('base64')}`) return undefined;
  }
  let token = '';
  for (const [name, template] of Object.entries(authentication.headers)) {
    const value = headers[name.toLowerCase()];
    // One that a setting fills is not sent without the setting.
    if (value === undefined && namesSetting(template, authentication)) continue;
    const match = typeof value === 'string' ? templatePattern(template, fields, tokens).exec(value) : null;
    if (match === null) return undefined;
    token = match.groups?.token ?? token;
  }
  return token === '' || tokens?.isValid(token) === true ? token : undefined;
}

const namesSetting = (template: string, { fields, token }: Authentication) =>
  [...template.matchAll(/\{([^{}]+)\}/g)].some(
    ([, name = '']) => !Object.hasOwn(fields, name) && !(token !== undefined && name === 'access_token'),
  );

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const filled = (template: string, fields: DemoCredentials) =>
  template.replace(/\{([^{}]+)\}/g, (whole, name: string) => fields[name] ?? whole);

// A header may also contain settings of the connection, with any value. Issued access tokens are captured.
function templatePattern(template: string, fields: DemoCredentials, tokens: AccessTokens | undefined): RegExp {
  const parts = template.split(/(\{[^{}]+\})/).map((part) => {
    const name = /^\{([^{}]+)\}$/.exec(part)?.[1];
    if (name === undefined) return escaped(part);
    if (name === 'access_token' && tokens !== undefined) return '(?<token>.+)';
    return Object.hasOwn(fields, name) ? escaped(fields[name] as string) : '.+';
  });
  return new RegExp(`^${parts.join('')}$`);
}
