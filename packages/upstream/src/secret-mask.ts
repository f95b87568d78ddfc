import type { Credentials, UpstreamConnection } from './connection.ts';
import { authenticationHeaders } from './prepared-request.ts';

// Shorter values would blacken ordinary words.
const shortestMasked = 6;

/**
 * Replaces the secrets of a connection, and `others`, with `***` in an upstream's text, plain and in the usual encodings: some vendors
 * repeat what they reject.
 */
export function maskSecrets(
  text: string,
  connection: UpstreamConnection,
  credentials: Credentials,
  others: readonly string[] = [],
): string {
  return [...credentialSecrets(connection, credentials), ...others]
    .filter((secret) => secret.length >= shortestMasked)
    .flatMap(formsOf)
    .sort((one, other) => other.length - one.length)
    .reduce((masked, secret) => masked.replaceAll(secret, '***'), text);
}

function credentialSecrets(connection: UpstreamConnection, credentials: Credentials): readonly string[] {
  const scheme = connection.connector.upstream.authentication[connection.authentication];
  if (scheme === undefined) return [];
  const fields = Object.entries(credentials).filter(([name]) => scheme.fields[name]?.secret !== false);
  const headers = authenticationHeaders(scheme, connection, (name) => credentials[name]?.reveal());
  return [...fields.map(([, secret]) => secret.reveal()), ...Object.values(headers).map(lastWord)];
}

const lastWord = (header: string) => header.slice(header.lastIndexOf(' ') + 1);

function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const base64 = bytes.toString('base64').replace(/=+$/, '');
  return [
    secret,
    base64,
    bytes.toString('base64url'),
    bytes.toString('hex'),
    encodeURIComponent(secret.toWellFormed()),
    JSON.stringify(secret).slice(1, -1),
  ];
}
