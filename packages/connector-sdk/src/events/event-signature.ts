import type { EventRequest } from './event-request.ts';

/** Where a vendor says when it signed an event, and for how long the signature is accepted. */
export interface SignatureTimestamp {
  readonly header: string;
  /** What precedes the time in the header, or in the part of a list in it. */
  readonly prefix: string;
  readonly unit: 'seconds' | 'milliseconds' | 'iso-8601';
  /** The most seconds that the time may differ from that of the gateway. */
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
  /** What is signed: a template over `{body}`, `{timestamp}`, `{url}`, `{method}` and `{header:name}`. */
  readonly content: string;
  readonly timestamp: SignatureTimestamp | null;
  /** How the key is written in the secret: as it is, or in base64 after a prefix. */
  readonly key: { readonly encoding: 'text' | 'base64'; readonly prefix: string };
}

/** Nothing is signed: the gateway makes a URL that nobody can guess. */
export interface UrlSignature {
  readonly kind: 'url';
}

/** A signature of the vendor's own kind, verified by a function of the connector. */
export interface OwnSignature {
  readonly kind: 'own';
  /** Whether the vendor signed the request. `now` is the time in milliseconds since 1970. Compare with `timingSafeEqual` of node:crypto. */
  verify(request: EventRequest, secret: string, now: number): boolean;
  /** For the simulated vendor: the secret that it gives to users, and the headers with which it signs a request. */
  readonly simulate: {
    readonly secret: string;
    sign(request: EventRequest, now: number): Readonly<Record<string, string>>;
  };
}

/** How a vendor proves that an event is its own. */
export type EventSignature = HmacSignature | UrlSignature | OwnSignature;

/** Options of `hmacSignature`; all but the header have a default. */
export interface HmacOptions extends Partial<Omit<HmacSignature, 'kind' | 'header' | 'timestamp'>> {
  readonly header: string;
  readonly timestamp?: Partial<SignatureTimestamp> & Pick<SignatureTimestamp, 'header'>;
}

const fiveMinutes = 300;

/**
 * An HMAC in a header, by default the hexadecimal HMAC-SHA256 of the body. A timestamp is in seconds and accepted for five minutes unless
 * declared otherwise. Throws a `TypeError` for a template with an unknown place.
 */
export function hmacSignature({ header, timestamp, ...options }: HmacOptions): HmacSignature {
  const content = options.content ?? '{body}';
  for (const [, place = ''] of content.matchAll(/\{([^{}]*)\}/g)) {
    const isKnown = ['body', 'url', 'method', 'timestamp'].includes(place) || /^header:[a-z0-9-]+$/.test(place);
    if (!isKnown) throw new TypeError(`hmacSignature: there is nothing to sign called {${place}}`);
  }
  if (content.includes('{timestamp}') !== (timestamp !== undefined)) {
    throw new TypeError('hmacSignature: a timestamp must be part of what is signed, and what is signed must exist');
  }
  return {
    kind: 'hmac',
    header: header.toLowerCase(),
    algorithm: options.algorithm ?? 'sha256',
    encoding: options.encoding ?? 'hex',
    prefix: options.prefix ?? '',
    separator: options.separator ?? null,
    content,
    timestamp: timestamp
      ? {
          prefix: '',
          unit: 'seconds',
          toleranceSeconds: fiveMinutes,
          ...timestamp,
          header: timestamp.header.toLowerCase(),
        }
      : null,
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

/** For a vendor that signs nothing: whoever knows the URL may send events. */
export const secretUrl: UrlSignature = { kind: 'url' };

/** A signature of the vendor's own kind. A contained plugin cannot have one, because secrets do not leave the gateway. */
export function ownSignature(options: Omit<OwnSignature, 'kind'>): OwnSignature {
  return { kind: 'own', ...options };
}
