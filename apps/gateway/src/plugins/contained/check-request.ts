import { encoded, type RawValue } from '@connectory/connector-sdk';
import type { PlainRequest, UpstreamRequest } from '@connectory/connector-sdk/engine';
import { z } from 'zod';

// These headers determine where a request goes, how it is framed, or who sends it, so only the gateway may set them.
const own = /^(?:host|connection|content-length|transfer-encoding|upgrade|te|trailer|expect|cookie|proxy-.*)$/;
const members = z.record(z.string(), z.unknown());

const arrays = z.enum(['brackets', 'indices', 'repeat', 'comma']);
const encoding = z.enum(['json', 'form', 'multipart']);
const headers = z.record(
  z.string().refine((name) => /^[a-z0-9_-]+$/.test(name) && !own.test(name)),
  z.string().nullable(),
);
const plain = z.strictObject({ arrays, encoding: z.union([encoding, z.literal('raw')]), headers });

const request = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: z
    .string()
    .max(64 * 1024)
    .regex(/^\/[!-~]*$/),
  query: members.optional(),
  arrays,
  headers: headers.optional(),
  body: z.strictObject({ encoding, value: members }).optional(),
});

const response = z.object({ request, encoded: z.array(z.array(z.string()).min(1)) });

/**
 * Validates the request that a plugin's process returned. Throws a `TypeError` if it is not a request, or sets what only the gateway may
 * set.
 */
export function checkRequest(value: unknown): UpstreamRequest {
  const checked = response.safeParse(value);
  if (!checked.success) {
    throw new TypeError(`the request is not allowed: ${checked.error.issues[0]?.path.join('.')}`);
  }
  const { request: built, encoded: places } = checked.data;
  return { ...built, ...(built.query && { query: places.reduce(withEncoded, built.query) }) } as UpstreamRequest;
}

/** Validates what a plugin declares about its requests. Throws a `TypeError` if it sets what only the gateway may set. */
export function checkPlain(value: unknown): PlainRequest {
  const checked = plain.safeParse(value);
  if (checked.success) return checked.data;
  throw new TypeError(`the requests it declares are not allowed: ${checked.error.issues[0]?.path.join('.')}`);
}

// An already encoded string is sent as a string, with its path listed separately.
function withEncoded(value: RawValue, [name = '', ...rest]: readonly string[]): RawValue {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return value;
  const member = rest.length > 0 ? withEncoded(value[name], rest) : encoded(String(value[name]));
  if (Array.isArray(value)) return value.map((element, index) => (String(index) === name ? member : element));
  return Object.fromEntries(Object.entries(value).map(([key, other]) => [key, key === name ? member : other]));
}
