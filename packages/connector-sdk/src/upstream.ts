import { z } from 'zod';
import type { Authentication } from './authentication.ts';
import type { RemoteSettings } from './remote-action.ts';
import { type Value, type ValueData, valuesIn } from './value.ts';

/** What an upstream's own error code means for the caller. */
export type UpstreamError =
  | 'record_not_found'
  | 'upstream_rejected'
  | 'credential_rejected'
  | 'token_expired'
  | 'upstream_rate_limited'
  /** A rate limit that ends with the day, which is taken for that of UTC. */
  | 'daily_limit_reached'
  | 'upstream_unavailable';

/** A successful status is still a failure if this path of the body is `present` (not null, not empty) or equals the value. */
export interface FailureCondition {
  readonly path: string;
  readonly is: 'present' | string | number | boolean;
}

/** A text of the body that decides the error before codes and status: `path` contains it, in upper or lower case. */
interface FailureSign {
  readonly path: string;
  readonly contains: string;
  readonly means: UpstreamError;
}

/** How to recognize a failure and read it. All paths point into the response body. */
export interface FailureRules {
  /** Recognizes a failure with a successful status; if there are several conditions, any of them is enough. */
  readonly when?: FailureCondition | readonly FailureCondition[];
  /**
   * Paths of the message; the first one that contains text is used. `errors.*` reads an object that has a text, or a list of texts, under the
   * name of each rejected parameter.
   */
  readonly message: readonly string[];
  /** Paths of the vendor's error code. */
  readonly code?: readonly string[];
  /** Vendor codes that decide the error independently of the HTTP status; `*_suffix` matches every code with that ending. */
  readonly codes?: Readonly<Record<string, UpstreamError>>;
  /** Texts that decide the error where the vendor has no code of its own for it. */
  readonly signs?: readonly FailureSign[];
  /** What statuses mean that are the vendor's own, or that it uses differently from others. */
  readonly statuses?: Readonly<Record<number, UpstreamError>>;
  /** Vendor codes of requests that were too much work for the vendor, so that a smaller page may succeed. */
  readonly tooHeavy?: readonly string[];
  /** Paths of the seconds until a retry, as a number or as text such as `7` or `1.5s`; a header takes precedence. */
  readonly retryAfter?: readonly string[];
  /** Response header with the vendor's request id. */
  readonly requestId?: string;
  /** Body path of the vendor's request id, if the vendor sends it there. */
  readonly requestIdAt?: string;
}

/** The conditions under which a successful status is a failure. */
export const failureConditions = ({ when = [] }: FailureRules): readonly FailureCondition[] => [when].flat();

/** The condition that compares a value, which successful responses have as well; undefined if only failures have what is looked for. */
export const failureMark = (rules: FailureRules): FailureCondition | undefined =>
  failureConditions(rules).find(({ is }) => is !== 'present');

/**
 * Which requests of a connection share a rate limit: all of them, those of one route, those whose responses name the same resource in a
 * header, or those whose route ends with one of these texts, apart from all others.
 */
export type LimitBucket = 'connection' | 'route' | { readonly header: string } | { readonly apart: readonly string[] };

/** The rate limits of a vendor, and the response headers that report them. */
export interface LimitRules {
  /** `connection` by default. */
  readonly bucket?: LimitBucket;
  /** Header with the number of requests that are left. */
  readonly remaining?: string;
  /** Header with the number of requests of which `remaining` are left. */
  readonly limit?: string;
  /** Header with the end of the limit, in seconds from now or as a Unix time. */
  readonly reset?: { readonly header: string; readonly unit: 'seconds-from-now' | 'unix-seconds' };
  /** Seconds to wait after a rejection without a time, 10 by default; they double up to 15 minutes while rejections go on. */
  readonly firstWait?: number;
  /** How many requests the vendor accepts, the lowest of its plans; the first that applies to a route counts. Absent if it says nothing. */
  readonly quotas?: readonly Quota[];
  /** Minimum seconds from the end of a pass of an entity to its next one, for a vendor with few requests per day. */
  readonly minInterval?: number;
}

/** A number of requests that a vendor accepts in a time. Each bucket has its own, unless it is `together`. */
export interface Quota {
  readonly requests: number;
  readonly seconds: number;
  /** Endings of the routes (`GET /path`) that it counts; all by default. */
  readonly routes?: readonly string[];
  /** Set if it counts its routes together, although `bucket` separates them. */
  readonly together?: true;
}

/** The quota that counts the requests of a route (`GET /path`); undefined if the vendor names none. */
export const quotaOf = (limits: LimitRules | undefined, route: string): Quota | undefined =>
  limits?.quotas?.find(({ routes }) => routes?.some((ending) => route.endsWith(ending)) ?? true);

/** The API version the connector speaks, and the day the vendor stops serving it (ISO date) if known. */
export interface UpstreamVersion {
  readonly pinned: string;
  readonly sunset: string | null;
}

/**
 * One vendor API: where it is, how to authenticate, how it fails. Plain data; `{name}` places in URLs, `headers` and `query` are filled
 * from `places`, from the connection's settings, and `{api_version}` from the pinned version or the connection's override.
 */
export interface Upstream<Settings extends z.ZodObject = z.ZodObject> {
  readonly baseUrl: string;
  /** The value of a `{place}` that is not a setting: a text chosen by the value of a setting, or the public part of a credential. */
  readonly places: Readonly<Record<string, Value<string>>>;
  readonly documentation: string;
  readonly version: UpstreamVersion;
  /** Alternatives by name, in order of preference. */
  readonly authentication: Readonly<Record<string, Authentication>>;
  /** Settings of a connection; `base_url` and `api_version` are always among them. */
  readonly settings: Settings;
  /** Further rules of settings, which code elsewhere applies after `settings`. */
  readonly remote?: RemoteSettings;
  /** Constant headers; one whose place has no value is not sent. */
  readonly headers: Readonly<Record<string, string>>;
  /** Query parameters of every GET, as headers; a parameter of the action with the same name replaces one. */
  readonly query?: Readonly<Record<string, string>>;
  readonly failure: FailureRules;
  readonly limits?: LimitRules;
  /** Header under which the vendor accepts an idempotency key for writes. */
  readonly idempotencyHeader?: string;
  /** Additional hosts from which files are downloaded, without credentials; `*.` matches any subdomain. */
  readonly fileHosts: readonly string[];
}

/** `Upstream` as an author writes it: defaults may be omitted. */
export type UpstreamDefinition<Settings extends z.ZodObject = z.ZodObject> = Omit<
  Upstream<Settings>,
  'settings' | 'elsewhere' | 'headers' | 'fileHosts' | 'places'
> & {
  readonly settings?: Settings;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fileHosts?: readonly string[];
  readonly places?: Readonly<Record<string, Value<string>>>;
};

const everySetting = {
  base_url: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Origin to call instead of the vendor, with an optional path prefix: for proxies, self-hosted vendors and tests',
    ),
  api_version: z.string().max(100).optional().describe('API version to request instead of the pinned one'),
};

/**
 * Declares the vendor API a connector talks to. Throws a `TypeError` if a place of a URL is neither in `places` nor a setting, if
 * a consented account fills a setting that does not exist, if the sunset day is not an ISO date, or if a quota accepts no requests.
 */
export function defineUpstream<Settings extends z.ZodObject = z.ZodObject>(
  definition: UpstreamDefinition<Settings>,
): Upstream {
  const settings = (definition.settings ?? z.object({})).extend(everySetting).strict();
  const { places = {}, authentication } = definition;
  const urls = [
    definition.baseUrl,
    ...Object.values(authentication).flatMap(({ baseUrl, token, authorization }) => [
      baseUrl,
      token?.url,
      authorization?.url,
      authorization?.accounts?.url,
    ]),
  ];
  for (const url of urls) {
    for (const [, name = ''] of (url ?? '').matchAll(/\{([^{}]+)\}/g)) {
      if (!Object.hasOwn(settings.shape, name) && !Object.hasOwn(places, name)) {
        throw new TypeError(`defineUpstream: {${name}} in ${url} is neither in places nor a setting`);
      }
    }
  }
  for (const { authorization, fields } of Object.values(authentication)) {
    const filled = Object.keys(authorization?.accounts?.settings ?? {});
    const unknown = filled.find((name) => !Object.hasOwn(settings.shape, name) && !Object.hasOwn(fields, name));
    if (unknown !== undefined) throw new TypeError(`defineUpstream: there is no setting ${unknown} to fill`);
  }
  for (const value of valuesIn(Object.values(places))) {
    const rule = brokenPlaceRule(value, settings.shape, authentication);
    if (rule !== null) throw new TypeError(`defineUpstream, places: ${rule}`);
  }
  const { sunset } = definition.version;
  if (sunset !== null && !z.iso.date().safeParse(sunset).success) {
    throw new TypeError(`defineUpstream: the sunset ${JSON.stringify(sunset)} is no ISO date such as 2027-01-31`);
  }
  const { quotas = [], minInterval = 1 } = definition.limits ?? {};
  const noQuota = quotas.find(({ requests, seconds }) => !(requests > 0 && seconds > 0));
  if (noQuota) throw new TypeError(`defineUpstream: the quota ${JSON.stringify(noQuota)} accepts no requests`);
  if (!(minInterval > 0)) throw new TypeError('defineUpstream: minInterval is a number of seconds above 0');
  return Object.freeze({
    ...definition,
    settings,
    places,
    headers: definition.headers ?? {},
    fileHosts: definition.fileHosts ?? [],
  });
}

// A URL must not contain a secret, so a credential yields only the part that an expression selects.
function brokenPlaceRule(
  value: ValueData,
  settings: object,
  authentication: Readonly<Record<string, Authentication>>,
): string | null {
  if (value.$value === 'setting' && !Object.hasOwn(settings, value.setting))
    return `there is no setting ${value.setting}`;
  if (value.$value !== 'credential') return null;
  if (value.match === undefined) return `${value.field} needs a match: URLs must not hold whole credentials`;
  const isField = Object.values(authentication).some(({ fields }) => Object.hasOwn(fields, value.field));
  return isField ? null : `no way of authenticating has a field ${value.field}`;
}
