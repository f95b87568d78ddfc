import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { GatewayError } from '@connectory/errors';
import { validateInput } from '@connectory/errors/validation';
import { jsonErrorPosition, parseExactly } from '@connectory/exact-json';
import type { Request } from 'express';
import type { z } from 'zod';

/** Maximum bytes of the JSON in a request body. */
export const maxBodyBytes: number = 1024 * 1024;

/**
 * Reads a JSON request body; integers beyond 2^53 are `bigint`. Throws `unsupported_media_type` unless it is sent as JSON in UTF-8,
 * `payload_too_large` above 1 MiB and beyond `bodyBounds`, and `malformed_request` if it is not JSON.
 */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  requireJson(request);
  return parseJsonBody(await readBytes(request, maxBodyBytes));
}

/** Parses the JSON of a request body as `readJsonBody` does. */
export function parseJsonBody(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new GatewayError('malformed_request', 'The body is not valid UTF-8.');
  requireBodyBounds(bytes);
  const text = bytes.toString('utf8');
  try {
    return parseExactly(text);
  } catch {
    const position = jsonErrorPosition(text);
    throw new GatewayError(
      'malformed_request',
      position === undefined ? 'The body is not valid JSON.' : `The body is not valid JSON at ${position}.`,
    );
  }
}

function requireJson({ headers }: IncomingMessage): void {
  const type = headers['content-type'] ?? '';
  if (type !== 'application/json' && !/^application\/json\s*(;\s*charset="?utf-?8"?\s*)?$/i.test(type)) {
    throw new GatewayError(
      'unsupported_media_type',
      'Send the body as JSON with the header "Content-Type: application/json".',
    );
  }
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity') {
    throw new GatewayError('unsupported_media_type', 'Send the body without Content-Encoding.');
  }
}

/** Reads a request body of at most `most` bytes. Throws `payload_too_large` if it is longer, and `malformed_request` if it ends early. */
export function readBytes(request: IncomingMessage, max: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > max) return Promise.reject(tooLarge(max));
  // After a disconnect, no more events would ever arrive.
  if (request.destroyed) return Promise.reject(incomplete());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= max) chunks.push(chunk);
      else reject(tooLarge(max));
    });
    request.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    request.on('error', () => reject(incomplete()));
  });
}

const incomplete = () => new GatewayError('malformed_request', 'The body ended before it was complete.');
const tooLarge = (max: number) => new GatewayError('payload_too_large', `The body is larger than ${max} bytes.`);

/** Maximums for the JSON of a request body (spec/execute.md): validating a larger one would delay all other requests. */
export const bodyBounds = Object.freeze({
  /** Levels of objects and arrays. */
  depth: 64,
  /** Objects, arrays, strings, numbers, `true`, `false` and `null`, at any depth. */
  values: 10_000,
  /** Bytes of a field's name, as written. */
  nameLength: 1000,
});

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Counts the parts of a JSON text before it is parsed. Throws `payload_too_large` beyond the bounds; the parser checks whether the text is
 * JSON.
 */
export function requireBodyBounds(bytes: Uint8Array): void {
  let depth = 0;
  let values = 0;
  let text = 0;
  let isInScalar = false;
  for (let position = 0; position < bytes.length; position++) {
    const byte = bytes[position] as number;
    if (byte === quote) {
      const start = position;
      position = endOfText(bytes, start);
      text = position - start - 1;
      values++;
    } else if (byte === openBrace || byte === openBracket) {
      values++;
      if (++depth > bodyBounds.depth) throw beyondBounds(`is nested deeper than ${bodyBounds.depth} levels`);
    } else if (byte === colon) {
      // The previous value was a name, not a value.
      values--;
      if (text > bodyBounds.nameLength) throw beyondBounds(`has a name longer than ${bodyBounds.nameLength} bytes`);
    } else if (byte === closeBrace || byte === closeBracket) depth--;
    const isScalar = byte > 0x20 && !isPunctuation(byte);
    if (isScalar && !isInScalar) values++;
    isInScalar = isScalar;
    if (values > bodyBounds.values + 1) throw beyondBounds(`has more than ${bodyBounds.values} values`);
  }
  if (values > bodyBounds.values) throw beyondBounds(`has more than ${bodyBounds.values} values`);
}

/** Returns the position of the quote that ends the string beginning at `start`, or the end of the bytes. */
function endOfText(bytes: Uint8Array, start: number): number {
  let position = start + 1;
  while (position < bytes.length && bytes[position] !== quote) position += bytes[position] === backslash ? 2 : 1;
  return position;
}

const isPunctuation = (byte: number) =>
  byte === quote ||
  byte === comma ||
  byte === colon ||
  byte === openBrace ||
  byte === closeBrace ||
  byte === openBracket ||
  byte === closeBracket;

const beyondBounds = (what: string) =>
  new GatewayError('payload_too_large', `The body ${what}. Split it into several calls.`);

/** Returns the validated JSON body. Throws `malformed_request` and `invalid_params` with a pointer into the body. */
export async function readBodyAs<S extends z.ZodType>(request: Request, schema: S): Promise<z.output<S>> {
  return validateInput(schema, await readJsonBody(request));
}

/** Returns the validated query parameters. Throws `invalid_params`. */
export function readQueryAs<S extends z.ZodType>(request: Request, schema: S): z.output<S> {
  return validateInput(schema, { ...request.query }, ['query']);
}
