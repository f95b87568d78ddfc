import { GatewayError } from '@connectory/errors';

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
      if (++depth > bodyBounds.depth) throw tooLarge(`is nested deeper than ${bodyBounds.depth} levels`);
    } else if (byte === colon) {
      // The previous value was a name, not a value.
      values--;
      if (text > bodyBounds.nameLength) throw tooLarge(`has a name longer than ${bodyBounds.nameLength} bytes`);
    } else if (byte === closeBrace || byte === closeBracket) depth--;
    const isScalar = byte > 0x20 && !isPunctuation(byte);
    if (isScalar && !isInScalar) values++;
    isInScalar = isScalar;
    if (values > bodyBounds.values + 1) throw tooLarge(`has more than ${bodyBounds.values} values`);
  }
  if (values > bodyBounds.values) throw tooLarge(`has more than ${bodyBounds.values} values`);
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

const tooLarge = (what: string) =>
  new GatewayError('payload_too_large', `The body ${what}. Split it into several calls.`);
