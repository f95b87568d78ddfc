import { createHmac, createPrivateKey, createPublicKey, sign, timingSafeEqual, verify } from 'node:crypto';
import type { EventRequest } from './event-request.ts';
import type { EcdsaSignature, EventSignature, HmacSignature, SignatureTimestamp } from './event-signature.ts';

const maxSignatures = 16;

/**
 * Whether a vendor signed a request with a secret, and not too long before or after `now` (milliseconds since 1970). For a secret
 * URL there is nothing to verify here.
 */
export function verifyEvent(signature: EventSignature, request: EventRequest, secret: string, now: number): boolean {
  if (signature.kind === 'url') return true;
  const { timestamp } = signature;
  const separator = signature.kind === 'hmac' ? signature.separator : null;
  const written = timestamp === null ? '' : partsOf(request, timestamp.header, separator, timestamp.prefix)[0];
  if (written === undefined || (timestamp !== null && !isTimely(timestamp, written, now))) return false;
  if (signature.kind === 'ecdsa')
    return isSignedBy(secret, request.headers[signature.header], signed(signature, request, written));
  const expected = Buffer.from(hmacOf(signature, request, secret, written));
  // Every candidate is compared, so that the time does not reveal which one matched.
  const given = partsOf(request, signature.header, separator, signature.prefix).slice(0, maxSignatures);
  return given.filter((text) => isSame(Buffer.from(text), expected)).length > 0;
}

/** The headers with which a vendor signs a request at a given time; an ECDSA signature needs a private key (PKCS #8 in base64). */
export function signEvent(
  signature: EventSignature,
  request: EventRequest,
  key: string,
  now: number,
): Readonly<Record<string, string>> {
  if (signature.kind === 'url') return {};
  const { header, timestamp } = signature;
  const written = timestamp === null ? '' : timeText(timestamp, now);
  const time = (timestamp?.prefix ?? '') + written;
  if (signature.kind === 'ecdsa') {
    const privateKey = createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' });
    const value = sign('sha256', signed(signature, request, written), privateKey).toString('base64');
    return { [signature.timestamp.header]: time, [header]: value };
  }
  const value = signature.prefix + hmacOf(signature, request, key, written);
  if (timestamp === null) return { [header]: value };
  return timestamp.header === header
    ? { [header]: [time, value].join(signature.separator ?? '') }
    : { [timestamp.header]: time, [header]: value };
}

function partsOf({ headers }: EventRequest, name: string, separator: string | null, prefix: string): string[] {
  const value = headers[name];
  if (value === undefined) return [];
  const parts = separator === null ? [value] : value.split(separator).map((part) => part.trim());
  return parts.filter((part) => part.startsWith(prefix)).map((part) => part.slice(prefix.length));
}

function isTimely({ unit, toleranceSeconds }: SignatureTimestamp, text: string, now: number): boolean {
  const isWritten = unit === 'iso-8601' ? /^\d{4}-\d\d-\d\dT[\d:.]{5,20}(?:Z|[+-]\d\d:?\d\d)$/ : /^\d{1,16}$/;
  if (!isWritten.test(text)) return false;
  const time = unit === 'iso-8601' ? Date.parse(text) : Number(text) * (unit === 'seconds' ? 1000 : 1);
  return Math.abs(now - time) <= toleranceSeconds * 1000;
}

function timeText({ unit }: SignatureTimestamp, now: number): string {
  if (unit === 'iso-8601') return new Date(now).toISOString();
  return String(unit === 'seconds' ? Math.floor(now / 1000) : now);
}

function hmacOf(signature: HmacSignature, request: EventRequest, secret: string, timestamp: string): string {
  const { algorithm, encoding, key } = signature;
  const text = secret.startsWith(key.prefix) ? secret.slice(key.prefix.length) : secret;
  const hmac = createHmac(algorithm, Buffer.from(text, key.encoding === 'base64' ? 'base64' : 'utf8'));
  return hmac.update(signed(signature, request, timestamp)).digest(encoding);
}

function signed(
  { content }: HmacSignature | EcdsaSignature,
  { method, url, headers, body }: EventRequest,
  timestamp: string,
): Buffer {
  const parts = content.split(/(\{[^{}]*\})/).map((part) => {
    const place = /^\{(.*)\}$/.exec(part)?.[1];
    switch (place) {
      case undefined:
        return Buffer.from(part);
      case 'body':
        return body;
      case 'form':
        return Buffer.from(sortedForm(body));
      case 'method':
        return Buffer.from(method);
      case 'url':
        return Buffer.from(url);
      case 'timestamp':
        return Buffer.from(timestamp);
      default:
        return Buffer.from(headers[place.slice('header:'.length)] ?? '');
    }
  });
  return Buffer.concat(parts);
}

function sortedForm(body: Uint8Array): string {
  const form = [...new URLSearchParams(Buffer.from(body).toString('utf8'))];
  return form
    .toSorted(([one], [other]) => (one < other ? -1 : Number(one > other)))
    .map(([name, value]) => name + value)
    .join('');
}

function isSignedBy(secret: string, given: string | undefined, content: Buffer): boolean {
  const key = createPublicKey({ key: Buffer.from(secret, 'base64'), format: 'der', type: 'spki' });
  return verify('sha256', content, key, Buffer.from(given ?? '', 'base64'));
}

const isSame = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other);
