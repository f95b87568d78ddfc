import { Secret } from '@connectory/connector-sdk/engine';

/** The identity provider that signs people in, and who of them are admins. */
export interface SignInConfiguration {
  /** Its issuer, at which its discovery document is found. */
  readonly issuer: URL;
  readonly clientId: string;
  /** Undefined for a public client. */
  readonly clientSecret: Secret | undefined;
  readonly scopes: string;
  /** Name of the claim with the groups of a person. */
  readonly groupsClaim: string;
  /** E-mail addresses in lower case, and groups as `group:<name>`. */
  readonly admins: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads how people sign in; undefined if they do not. Throws an `Error` that names the variable and its valid values. */
export function readSignInConfiguration(environment: Environment): SignInConfiguration | undefined {
  const issuer = environment.CONNECTORY_OIDC_ISSUER;
  const clientId = environment.CONNECTORY_OIDC_CLIENT_ID;
  const clientSecret = environment.CONNECTORY_OIDC_CLIENT_SECRET;
  if (!issuer) {
    const needless = Object.keys(environment).find((name) => name.startsWith('CONNECTORY_OIDC_') && environment[name]);
    if (needless === undefined) return undefined;
    throw new Error(`${needless} is set without CONNECTORY_OIDC_ISSUER. Set the issuer of your identity provider.`);
  }
  if (!clientId)
    throw new Error('CONNECTORY_OIDC_CLIENT_ID is missing. Register the gateway at the identity provider.');
  return {
    issuer: issuerOf(issuer),
    clientId,
    clientSecret: clientSecret ? new Secret(clientSecret) : undefined,
    scopes: scopesOf(environment.CONNECTORY_OIDC_SCOPES || 'openid email profile'),
    groupsClaim: environment.CONNECTORY_OIDC_GROUPS_CLAIM || 'groups',
    admins: (environment.CONNECTORY_OIDC_ADMINS ?? '').split(/[\n,]+/).flatMap(adminOf),
  };
}

function issuerOf(text: string): URL {
  const url = URL.parse(text);
  // The egress guard decides whether one without TLS may be called.
  if (url !== null && /^https?:$/.test(url.protocol) && url.search + url.hash + url.username === '') return url;
  throw new Error(`CONNECTORY_OIDC_ISSUER is "${text}"; it must be a URL such as https://id.example.com/realms/staff.`);
}

function scopesOf(text: string): string {
  const scopes = text.split(/[\s,]+/).filter((scope) => scope !== '');
  if (scopes.includes('openid')) return scopes.join(' ');
  throw new Error(`CONNECTORY_OIDC_SCOPES is "${text}"; it must contain openid, such as openid email profile groups.`);
}

// Names of groups may contain spaces.
function adminOf(entry: string): readonly string[] {
  const text = entry.trim();
  if (text === '') return [];
  if (/^group:./.test(text)) return [text];
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return [text.toLowerCase()];
  throw new Error(`CONNECTORY_OIDC_ADMINS has "${text}"; it must list e-mail addresses and group:<name>, with commas.`);
}
