/** Where the signing time of an event is, and how long the signature is accepted. */
export interface SignatureTimestamp {
  readonly header: string;
  /** What precedes the time in the header, or in the part of a list in it. */
  readonly prefix: string;
  readonly unit: 'seconds' | 'milliseconds' | 'iso-8601';
  /** Maximum difference from the gateway's clock, in seconds. */
  readonly toleranceSeconds: number;
}

/** An HMAC over parts of the request, in a header. */
export interface HmacSignature {
  readonly kind: 'hmac';
  readonly header: string;
  readonly algorithm: 'sha1' | 'sha256' | 'sha512';
  readonly encoding: 'hex' | 'base64';
  /** What precedes the signature in the header, or in a part of a list in it. */
  readonly prefix: string;
  /** What separates several signatures in the header; null for one. */
  readonly separator: string | null;
  /** The signed content: a template over `{body}`, `{timestamp}`, `{url}`, `{method}`, `{header:name}`, and `{form}`: names and values of a
   * form one after the other, sorted by name. */
  readonly content: string;
  readonly timestamp: SignatureTimestamp | null;
  /** How the secret encodes the key: as plain text or base64, after `prefix`. */
  readonly key: { readonly encoding: 'text' | 'base64'; readonly prefix: string };
}

/** Nothing is signed; the gateway generates a URL that cannot be guessed. */
export interface UrlSignature {
  readonly kind: 'url';
}

/** An ECDSA signature (SHA-256, DER in base64) in a header; the secret is the vendor's public key (SPKI in base64). */
export interface EcdsaSignature {
  readonly kind: 'ecdsa';
  readonly header: string;
  /** The signed content, a template as for an HMAC. */
  readonly content: string;
  readonly timestamp: SignatureTimestamp;
}

/** How a vendor proves that it sent an event. */
export type EventSignature = HmacSignature | EcdsaSignature | UrlSignature;

/** Options of `hmacSignature`; all but the header have a default. */
export interface HmacOptions extends Partial<Omit<HmacSignature, 'kind' | 'header' | 'timestamp'>> {
  readonly header: string;
  readonly timestamp?: TimestampOptions;
}

const fiveMinutes = 300;

type TimestampOptions = Partial<SignatureTimestamp> & Pick<SignatureTimestamp, 'header'>;

const typical = (timestamp: TimestampOptions): SignatureTimestamp => ({
  prefix: '',
  unit: 'seconds',
  toleranceSeconds: fiveMinutes,
  ...timestamp,
  header: timestamp.header.toLowerCase(),
});

function requireContent(content: string, isTimed: boolean): void {
  for (const [, place = ''] of content.matchAll(/\{([^{}]*)\}/g)) {
    const isKnown = ['body', 'url', 'method', 'timestamp', 'form'].includes(place) || /^header:[a-z0-9-]+$/.test(place);
    if (!isKnown) throw new TypeError(`signature: there is nothing to sign called {${place}}`);
  }
  if (content.includes('{timestamp}') !== isTimed) {
    throw new TypeError('signature: a timestamp must be part of what is signed, and what is signed must exist');
  }
}

/**
 * An HMAC in a header, by default the hexadecimal HMAC-SHA256 of the body. A timestamp is in seconds and accepted for five minutes by
 * default. Throws a `TypeError` for a template with an unknown placeholder.
 */
export function hmacSignature({ header, timestamp, ...options }: HmacOptions): HmacSignature {
  const content = options.content ?? '{body}';
  requireContent(content, timestamp !== undefined);
  return {
    kind: 'hmac',
    header: header.toLowerCase(),
    algorithm: options.algorithm ?? 'sha256',
    encoding: options.encoding ?? 'hex',
    prefix: options.prefix ?? '',
    separator: options.separator ?? null,
    content,
    timestamp: timestamp ? typical(timestamp) : null,
    key: options.key ?? { encoding: 'text', prefix: '' },
  };
}

/** The signatures of https://www.standardwebhooks.com, with a secret such as `whsec_…`; `prefix` replaces the `webhook` of the headers. */
export function standardWebhooks({ prefix = 'webhook' }: { readonly prefix?: string } = {}): HmacSignature {
  return hmacSignature({
    header: `${prefix}-signature`,
    encoding: 'base64',
    prefix: 'v1,',
    separator: ' ',
    content: `{header:${prefix}-id}.{timestamp}.{body}`,
    timestamp: { header: `${prefix}-timestamp` },
    key: { encoding: 'base64', prefix: 'whsec_' },
  });
}

/** For a vendor that signs nothing: anyone who knows the URL can send events. */
export const secretUrl: UrlSignature = { kind: 'url' };

/** An ECDSA signature over a timestamp and the body. Throws a `TypeError` for a template with an unknown placeholder. */
export function ecdsaSignature(options: {
  readonly header: string;
  readonly content: string;
  readonly timestamp: TimestampOptions;
}): EcdsaSignature {
  requireContent(options.content, true);
  return {
    kind: 'ecdsa',
    header: options.header.toLowerCase(),
    content: options.content,
    timestamp: typical(options.timestamp),
  };
}
