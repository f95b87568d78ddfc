import type { Authentication } from '@connectory/connector-sdk/engine';

/** A secret in one of the forms in which it could leak. */
export interface Needle {
  readonly about: string;
  readonly text: string;
}

/** Returns a secret as plain text and in the usual encodings. */
export function needlesOf(about: string, secret: string): Needle[] {
  const bytes = Buffer.from(secret);
  const forms = {
    plain: secret,
    base64: bytes.toString('base64').replace(/=+$/, ''),
    base64url: bytes.toString('base64url'),
    hex: bytes.toString('hex'),
    'URL-encoded': encodeURIComponent(secret),
    'JSON text': JSON.stringify(secret).slice(1, -1),
  };
  return Object.entries(forms).map(([form, text]) => ({ about: `${about} (${form})`, text }));
}

/** Returns the secrets among the credentials of an authentication, and the pair for basic authentication. */
export function credentialNeedles(
  about: string,
  { fields, basic }: Authentication,
  credentials: Readonly<Record<string, string>>,
): Needle[] {
  const secrets = Object.entries(credentials).filter(([name]) => fields[name]?.secret !== false);
  const needles = secrets.flatMap(([name, value]) => needlesOf(`${about} ${name}`, value));
  if (basic === undefined) return needles;
  const fill = (template: string) =>
    template.replace(/\{([^{}]+)\}/g, (_whole, name: string) => credentials[name] ?? '');
  return [...needles, ...needlesOf(`${about} basic pair`, `${fill(basic.username)}:${fill(basic.password)}`)];
}

/** Returns the needles that occur in a text, each with the place it was found in. */
export function found(needles: readonly Needle[], where: string, text: string): string[] {
  return needles.filter((needle) => text.includes(needle.text)).map(({ about }) => `${about} in ${where}`);
}
