import { type ClientAuthentication, clientAuthentications } from '@connectory/control-plane';
import { z } from 'zod';
import { isLoopbackName } from '../connect/browser-origins.ts';
import { OAuthError } from './oauth-error.ts';

const maxUrl = 2_000;
const maxName = 80;
/** Schemes that browsers or systems handle themselves, so that no client can receive a code by them. */
const commonSchemes = new Set(
  'about blob content data facetime file filesystem ftp geo http https intent jar javascript mailto market ms-settings news res search-ms sftp sip sips sms ssh tel urn vbscript view-source webcal ws wss'
    .split(' ')
    .map((scheme) => `${scheme}:`),
);

/** Metadata of a client (RFC 7591): the part that is used. */
const clientMetadataSchema = z.object({
  redirect_uris: z.array(z.string().max(maxUrl)).min(1).max(10),
  client_name: z.string().max(1_000).optional(),
  token_endpoint_auth_method: z.string().max(100).optional(),
});

/** What a client says about itself. */
export interface ClientMetadata {
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly authentication: ClientAuthentication;
}

/** Checks what a client says about itself. Throws `invalid_client_metadata` and `invalid_redirect_uri`. */
export function readClientMetadata(given: unknown): ClientMetadata {
  const { data, error } = clientMetadataSchema.safeParse(given);
  if (data === undefined) {
    const field = String(error.issues[0]?.path[0] ?? 'the document');
    const code = field === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata';
    throw new OAuthError(code, `The metadata is not valid: ${field}. It needs 1 to 10 redirect_uris.`);
  }
  const redirectUris = data.redirect_uris;
  for (const uri of redirectUris) requireRedirectUri(uri);
  const asked = data.token_endpoint_auth_method ?? 'client_secret_basic';
  return {
    name: nameOf(data.client_name, redirectUris[0] as string),
    redirectUris,
    // A method that is not supported is replaced, as RFC 7591 permits.
    authentication: clientAuthentications.find((method) => method === asked) ?? 'none',
  };
}

/** What a client is called: its own name without invisible characters, or else where it is. */
function nameOf(given: string | undefined, redirectUri: string): string {
  const name = (given ?? '')
    .toWellFormed()
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, maxName)
    .toWellFormed()
    .trim();
  return name === '' ? placeOf(redirectUri).slice(0, maxName) : name;
}

/** Where a redirect URI leads, for people: the host, or what is on this computer. */
export function placeOf(redirectUri: string): string {
  const { protocol, hostname, host } = new URL(redirectUri);
  if (protocol === 'https:') return host;
  return isLoopbackName(hostname) ? 'a program on this computer' : `the app for ${protocol} links on this device`;
}

/** Throws `invalid_redirect_uri` unless a code can be sent there safely: by TLS, to this computer, or to an app. */
function requireRedirectUri(uri: string): void {
  const url = URL.parse(uri);
  // A URI is compared and shown as it is written, so that it must mean what it seems to mean.
  if (url === null || !/^[\x21-\x7e]+$/.test(uri) || uri.includes('#') || /[<>"'`\\]/.test(uri))
    throw refused(uri, 'is not a URL without a fragment');
  if (url.username + url.password !== '') throw refused(uri, 'has a user name');
  if (url.protocol === 'https:') return;
  if (url.protocol === 'http:' && isLoopbackName(url.hostname)) return;
  if (url.protocol === 'http:') throw refused(uri, 'has to use https; http is for this computer only');
  if (commonSchemes.has(url.protocol)) throw refused(uri, 'has a scheme that belongs to no app');
}

const refused = (uri: string, why: string) =>
  new OAuthError('invalid_redirect_uri', `The redirect URI ${uri.slice(0, 200).toWellFormed()} ${why}.`);

/** Whether a client may get its code at a URI: one of its own, exactly; the port of one on this computer is free (RFC 8252). */
export function isRedirectUriOf(redirectUris: readonly string[], uri: string): boolean {
  if (redirectUris.includes(uri)) return true;
  const asked = withoutPort(uri);
  return asked !== null && redirectUris.some((known) => withoutPort(known) === asked);
}

const loopback = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(\/[^#]*)?$/;

function withoutPort(uri: string): string | null {
  const [, origin, rest = ''] = loopback.exec(uri) ?? [];
  return origin === undefined || !URL.canParse(uri) ? null : origin + rest;
}
