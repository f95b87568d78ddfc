import { createHmac, timingSafeEqual } from 'node:crypto';
import type { EventRequest } from './event-request.ts';
import type { EventSignature, HmacSignature, SignatureTimestamp } from './event-signature.ts';

const mostSignatures = 16;

/**
 * Whether a vendor signed a request with a secret, and not too long before or after `now` (milliseconds since 1970). With a secret
 * URL there is nothing to verify here.
 */
export function verifyEvent(signature: EventSignature, request: EventRequest, secret: string, now: number): boolean {
  if (signature.kind === 'url') return true;
  if (signature.kind === 'own') return signature.verify(request, secret, now);
  const { header, prefix, timestamp } = signature;
  const written = timestamp === null ? '' : partsOf(request, timestamp.header, signature, timestamp.prefix)[0];
  if (written === undefined || (timestamp !== null && !isTimely(timestamp, written, now))) return false;
  const expected = Buffer.from(hmacOf(signature, request, secret, written));
  // Every candidate is compared, so that the time says nothing about which one was right.
  const given = partsOf(request, header, signature, prefix).slice(0, mostSignatures);
  return given.filter((text) => isSame(Buffer.from(text), expected)).length > 0;
}

/** The headers with which a vendor signs a request at a time. */
export function signEvent(
  signature: EventSignature,
  request: EventRequest,
  secret: string,
  now: number,
): Readonly<Record<string, string>> {
  if (signature.kind === 'url') return {};
  if (signature.kind === 'own') return signature.simulate.sign(request, now);
  const { header, prefix, separator, timestamp } = signature;
  const written = timestamp === null ? '' : timeText(timestamp, now);
  const signed = prefix + hmacOf(signature, request, secret, written);
  if (timestamp === null) return { [header]: signed };
  const time = timestamp.prefix + written;
  return timestamp.header === header
    ? { [header]: [time, signed].join(separator ?? '') }
    : { [timestamp.header]: time, [header]: signed };
}

function partsOf({ headers }: EventRequest, name: string, { separator }: HmacSignature, prefix: string): string[] {
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

function hmacOf(
  { algorithm, encoding, content, key }: HmacSignature,
  { method, url, headers, body }: EventRequest,
  secret: string,
  timestamp: string,
): string {
  const text = secret.startsWith(key.prefix) ? secret.slice(key.prefix.length) : secret;
  const hmac = createHmac(algorithm, Buffer.from(text, key.encoding === 'base64' ? 'base64' : 'utf8'));
  const values = new Map<string, string | Uint8Array>(Object.entries({ method, url, timestamp, body }));
  for (const part of content.split(/(\{[^{}]*\})/)) {
    const place = /^\{(.*)\}$/.exec(part)?.[1];
    if (place === undefined) hmac.update(part);
    else if (place.startsWith('header:')) hmac.update(headers[place.slice('header:'.length)] ?? '');
    else hmac.update(values.get(place) ?? '');
  }
  return hmac.digest(encoding);
}

const isSame = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other);
