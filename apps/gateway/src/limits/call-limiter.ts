import type { ServerResponse } from 'node:http';
import type { CallLimits, DailyQuota, DailyQuotas, Principal, TokenPrincipal } from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';
import type { Rates } from './call-rates.ts';

interface Rate {
  readonly name: string;
  readonly subject: string;
  readonly perMinute: number;
}

interface Quota {
  readonly name: string;
  readonly counted: DailyQuota;
}

interface Limits {
  readonly rates: readonly Rate[];
  readonly quotas: readonly Quota[];
  /** The header `RateLimit-Policy`. */
  readonly policy: string;
}

type LimitedResponse = Pick<ServerResponse, 'setHeader'>;

/**
 * Applies the limits of a token and its workspace to requests, per minute and per day, and reports what is left in the headers
 * `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-11).
 */
export class CallLimiter {
  readonly #quotas: Pick<DailyQuotas, 'of'>;
  readonly #rates: Rates;
  // The principal of a token stays the same object for as long as its limits are cached.
  readonly #known = new WeakMap<TokenPrincipal, Limits>();

  constructor(quotas: Pick<DailyQuotas, 'of'>, rates: Rates) {
    this.#quotas = quotas;
    this.#rates = rates;
  }

  /**
   * Counts one request; synchronous if there are no limits, or neither the database nor other processes are involved. Throws `rate_limited`
   * and `quota_exceeded` with the time after which a request is accepted; the request is then not counted.
   */
  count(principal: Principal, response: LimitedResponse): undefined | Promise<void> {
    if (principal.kind === 'admin' || !hasLimits(principal)) return undefined;
    return this.#count(this.#limitsOf(principal), response);
  }

  #count(limits: Limits, response: LimitedResponse): undefined | Promise<void> {
    for (const { counted } of limits.quotas) {
      const ready = counted.ready();
      if (ready instanceof Promise) return ready.then(() => this.#count(limits, response));
      if (ready) continue;
      this.#describe(limits, response);
      throw quotaExceeded(counted);
    }
    let wait = 0;
    for (const { subject, perMinute } of limits.rates) {
      const ready = this.#rates.ready(subject, perMinute);
      if (ready instanceof Promise) return ready.then(() => this.#count(limits, response));
      if (!ready) wait = Math.max(wait, this.#rates.standing(subject, perMinute).wait);
    }
    if (wait > 0) {
      this.#describe(limits, response);
      throw rateLimited(wait);
    }
    for (const { counted } of limits.quotas) counted.take();
    for (const { subject, perMinute } of limits.rates) this.#rates.take(subject, perMinute);
    this.#describe(limits, response);
    return undefined;
  }

  #describe({ rates, quotas, policy }: Limits, response: LimitedResponse): void {
    const items = rates.map(({ name, subject, perMinute }) => {
      const { remaining, wait, untilFull } = this.#rates.standing(subject, perMinute);
      return item(name, { r: remaining, t: wholeSeconds(remaining === 0 ? wait : untilFull) });
    });
    const ofDay = quotas.map(({ name, counted: { remaining, secondsLeft } }) =>
      item(name, { r: remaining, t: secondsLeft }),
    );
    response.setHeader('ratelimit-policy', policy);
    response.setHeader('ratelimit', [...items, ...ofDay].join(', '));
  }

  #limitsOf(principal: TokenPrincipal): Limits {
    const known = this.#known.get(principal);
    if (known !== undefined) return known;
    const { tokenId, workspaceId, policy, workspaceLimits } = principal;
    const subjects = [
      ['token', `token/${tokenId}`, policy],
      ['workspace', `workspace/${workspaceId}`, workspaceLimits],
    ] as const satisfies readonly (readonly [string, string, CallLimits])[];
    const rates = subjects.flatMap(([of, subject, { callsPerMinute: perMinute }]) =>
      perMinute === undefined ? [] : [{ name: `${of}-minute`, subject, perMinute }],
    );
    const quotas = subjects.flatMap(([of, subject, { callsPerDay }]) =>
      callsPerDay === undefined ? [] : [{ name: `${of}-day`, counted: this.#quotas.of(subject, callsPerDay) }],
    );
    const described = [
      ...rates.map(({ name, perMinute }) => item(name, { q: perMinute, w: 60 })),
      ...quotas.map(({ name, counted }) => item(name, { q: counted.limit, w: 86_400 })),
    ].join(', ');
    const limits = { rates, quotas, policy: described };
    this.#known.set(principal, limits);
    return limits;
  }
}

function hasLimits({ policy, workspaceLimits }: TokenPrincipal): boolean {
  return (
    policy.callsPerMinute !== undefined ||
    policy.callsPerDay !== undefined ||
    workspaceLimits.callsPerMinute !== undefined ||
    workspaceLimits.callsPerDay !== undefined
  );
}

/** An item of a structured field (RFC 9651) with its parameters. */
const item = (name: string, parameters: Readonly<Record<string, number>>) =>
  `"${name}"${Object.entries(parameters)
    .map(([key, value]) => `;${key}=${value}`)
    .join('')}`;

const wholeSeconds = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 1_000));

const rateLimited = (wait: number) => {
  const seconds = wholeSeconds(wait);
  return new GatewayError(
    'rate_limited',
    `The token or its workspace has reached its requests per minute. Wait ${seconds} s; the RateLimit header has the state of each limit.`,
    { retryAfterSeconds: seconds },
  );
};

const quotaExceeded = ({ secondsLeft }: DailyQuota) =>
  new GatewayError(
    'quota_exceeded',
    'The token or its workspace has reached its requests per day. Wait until midnight UTC, or have its calls_per_day raised; the RateLimit header shows which limit was reached.',
    { retryAfterSeconds: secondsLeft },
  );
