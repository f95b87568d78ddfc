import { ConnectorError } from './connector-error.ts';

const brand = Symbol.for('connectory.encoded-text');

/** A query value that is sent exactly as written, for vendors whose values have a syntax of their own. Made by `encoded`. */
export class EncodedText {
  readonly [brand] = true;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** A body holds the plain text. */
  toJSON(): string {
    return this.text;
  }

  /** True for an `EncodedText` of any loaded copy of this package. */
  static is(value: unknown): value is EncodedText {
    return typeof value === 'object' && value !== null && brand in value;
  }
}

// What RFC 3986 allows in a query, without `&`, `#` and a `%` that encodes nothing.
const sendable = /^(?:[A-Za-z0-9\-._~!$'()*+,;:@/?=]|%[0-9A-Fa-f]{2})*$/;

/**
 * Marks a query value as already encoded, such as `List(urn%3Ali%3AsponsoredAccount%3A1)`. Throws `invalid_params` for a string with a
 * character that would end the value or that a URL cannot contain.
 */
export function encoded(text: string): EncodedText {
  if (sendable.test(text)) return new EncodedText(text);
  const shown = text.length > 100 ? `${text.slice(0, 100)}…` : text;
  throw new ConnectorError('invalid_params', `"${shown}" has a character that must be percent-encoded in a URL.`);
}
