import { z } from 'zod';
import type { Authentication } from './authentication.ts';

/** What an upstream's own error code means for the caller. */
export type UpstreamFault =
  | 'record_not_found'
  | 'upstream_rejected'
  | 'credential_rejected'
  | 'token_expired'
  | 'upstream_rate_limited'
  | 'upstream_unavailable';

/** How to recognise a failure and read it. All paths point into the response body. */
export interface FailureRules {
  /** A successful status is a failure all the same when this place of the body is `present` (not null, not empty) or equals the value. */
  readonly when?: { readonly path: string; readonly is: 'present' | string | number | boolean };
  /** Where the message may stand; the first path that holds text wins. */
  readonly message: readonly string[];
  /** Where the vendor's error code may stand. */
  readonly code?: readonly string[];
  /** Vendor codes that decide the error independently of the HTTP status; `*_suffix` stands for every code with that ending. */
  readonly codes?: Readonly<Record<string, UpstreamFault>>;
  /** Where the seconds until a repeat may stand, as a number or as text such as `7` or `1.5s`; a header that says it wins. */
  readonly retryAfter?: readonly string[];
  /** Response header with the vendor's request id. */
  readonly requestId?: string;
  /** Body path of the vendor's request id, for one that sends it there. */
  readonly requestIdAt?: string;
}

/** Response headers from which the remaining budget of a credential is learned. `reset` counts seconds from now, or is a Unix time. */
export interface LimitHeaders {
  readonly remaining: string;
  readonly reset: { readonly header: string; readonly unit: 'seconds-from-now' | 'unix-seconds' };
}

/** The API version the connector speaks, and the day the vendor stops serving it (ISO date) when that is known. */
export interface UpstreamVersion {
  readonly pinned: string;
  readonly sunset: string | null;
}

/**
 * One vendor API: where it is, how to authenticate, how it fails. Plain data; `{name}` places in `baseUrl` and `headers` are
 * filled from the connection's settings, and `{api_version}` from the pinned version or the connection's override.
 */
export interface Upstream<Settings extends z.ZodObject = z.ZodObject> {
  readonly baseUrl: string;
  readonly documentation: string;
  readonly version: UpstreamVersion;
  /** Alternatives by name, in order of preference. */
  readonly authentication: Readonly<Record<string, Authentication>>;
  /** Settings of a connection; `base_url` and `api_version` are always among them. */
  readonly settings: Settings;
  /** Constant headers; one whose place stays unfilled is not sent. */
  readonly headers: Readonly<Record<string, string>>;
  readonly failure: FailureRules;
  readonly limits?: LimitHeaders;
  /** Header under which the vendor accepts an idempotency key for writes. */
  readonly idempotencyHeader?: string;
  /** Further hosts a download may be fetched from, without credentials; `*.` stands for any subdomain. */
  readonly fileHosts: readonly string[];
}

/** `Upstream` as an author writes it: what is usual may be left out. */
export type UpstreamDefinition<Settings extends z.ZodObject = z.ZodObject> = Omit<
  Upstream<Settings>,
  'settings' | 'headers' | 'fileHosts'
> & {
  readonly settings?: Settings;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fileHosts?: readonly string[];
};

const everySetting = {
  base_url: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Origin to call instead of the vendor, with an optional path in front: for proxies, self-hosted vendors and tests',
    ),
  api_version: z.string().max(100).optional().describe('API version to ask for instead of the pinned one'),
};

/**
 * Declares the vendor API a connector talks to. Throws a `TypeError` when a place of `baseUrl` is no setting, or the sunset day
 * is no ISO date.
 */
export function defineUpstream<Settings extends z.ZodObject = z.ZodObject>(
  definition: UpstreamDefinition<Settings>,
): Upstream {
  const settings = (definition.settings ?? z.object({})).extend(everySetting).strict();
  for (const [, name] of definition.baseUrl.matchAll(/\{([^{}]+)\}/g)) {
    if (!Object.hasOwn(settings.shape, name as string)) {
      throw new TypeError(`defineUpstream: {${name}} in baseUrl is not one of the settings`);
    }
  }
  const { sunset } = definition.version;
  if (sunset !== null && !z.iso.date().safeParse(sunset).success) {
    throw new TypeError(`defineUpstream: the sunset ${JSON.stringify(sunset)} is no ISO date such as 2027-01-31`);
  }
  return Object.freeze({
    ...definition,
    settings,
    headers: definition.headers ?? {},
    fileHosts: definition.fileHosts ?? [],
  });
}
