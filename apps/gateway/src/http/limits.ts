import type { ServerResponse } from 'node:http';
import {
  type CallLimits,
  type CallRates,
  type DailyQuota,
  type DailyQuotas,
  OwnRates,
  type Principal,
  type Rate,
  type RateState,
  type TokenPrincipal,
} from '@connectory/control-plane';
import type { Bound } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import type { RequestHandler } from 'express';
import { type AccessParts, principalIfAny } from './authenticate.ts';

/** Maximum concurrent calls (spec/execute.md); a workspace can have its own limit. */
const runningCallLimits = Object.freeze({ token: 50, workspace: 100, process: 1_000 });

/** The token and workspace that make a call. */
type Caller = Pick<TokenPrincipal, 'tokenId' | 'workspaceId' | 'workspaceLimits'>;

/** Counts the running calls of this process, by token and by workspace. */
export class RunningCalls {
  readonly #ofToken = new Counts();
  readonly #ofWorkspace = new Counts();
  #all = 0;

  /** The bounds of this process: all calls, and those of the busiest token and workspace. */
  readonly bounds: readonly Bound[] = [
    {
      name: 'running_calls',
      help: 'Running calls',
      limit: runningCallLimits.process,
      inUse: () => this.#all,
    },
    {
      name: 'running_calls_of_workspace',
      help: 'Running calls of the workspace with the most; the limit is the default one',
      limit: runningCallLimits.workspace,
      inUse: () => this.#ofWorkspace.highest,
    },
    {
      name: 'running_calls_of_token',
      help: 'Running calls of the token with the most',
      limit: runningCallLimits.token,
      inUse: () => this.#ofToken.highest,
    },
  ];

  /** Starts counting a call. Throws `rate_limited` at the limit of its token or workspace, and `gateway_busy` at that of the process. */
  begin({ tokenId, workspaceId, workspaceLimits }: Caller): void {
    const maxOfWorkspace = workspaceLimits.runningCalls ?? runningCallLimits.workspace;
    if (this.#ofToken.of(tokenId) >= runningCallLimits.token) throw tooMany('The token', runningCallLimits.token);
    if (this.#ofWorkspace.of(workspaceId) >= maxOfWorkspace) throw tooMany('The workspace', maxOfWorkspace);
    if (this.#all >= runningCallLimits.process) {
      const message = `This process is at its limit of ${this.#all} running calls. Try again in a moment.`;
      throw new GatewayError('gateway_busy', message, { retryAfterSeconds: 1 });
    }
    this.#add({ tokenId, workspaceId }, 1);
  }

  /**
   * Starts counting up to `max` more calls of a caller, while half of the calls of its token, its workspace and the process are left to
   * others. Returns how many; each is to be ended.
   */
  beginMore(caller: Caller, max: number): number {
    const { tokenId, workspaceId, workspaceLimits } = caller;
    const maxOfWorkspace = workspaceLimits.runningCalls ?? runningCallLimits.workspace;
    let begun = 0;
    while (
      begun < max &&
      this.#ofToken.of(tokenId) * 2 < runningCallLimits.token &&
      this.#ofWorkspace.of(workspaceId) * 2 < maxOfWorkspace &&
      this.#all * 2 < runningCallLimits.process
    ) {
      this.#add(caller, 1);
      begun++;
    }
    return begun;
  }

  /** Stops counting a call that `begin` counted. */
  end(caller: Caller): void {
    this.#add(caller, -1);
  }

  #add({ tokenId, workspaceId }: Pick<Caller, 'tokenId' | 'workspaceId'>, change: 1 | -1): void {
    this.#ofToken.add(tokenId, change);
    this.#ofWorkspace.add(workspaceId, change);
    this.#all += change;
  }
}

/** Counts something by subject, such as the running calls of each token. */
export class Counts {
  readonly #bySubject = new Map<string, number>();

  /** The highest count of one subject; 0 if there is none. */
  get highest(): number {
    return Math.max(0, ...this.#bySubject.values());
  }

  /** The count of a subject. */
  of(subject: string): number {
    return this.#bySubject.get(subject) ?? 0;
  }

  /** Counts one more or one less of a subject. */
  add(subject: string, change: 1 | -1): void {
    const count = this.of(subject) + change;
    if (count === 0) this.#bySubject.delete(subject);
    else this.#bySubject.set(subject, count);
  }
}

const tooMany = (who: string, running: number) =>
  new GatewayError('rate_limited', `${who} has ${running} calls running. Wait for some of them to end.`, {
    retryAfterSeconds: 1,
  });

interface NamedRate extends Rate {
  readonly name: string;
}

interface NamedQuota {
  readonly name: string;
  readonly counted: DailyQuota;
}

interface Limits {
  readonly rates: readonly NamedRate[];
  readonly quotas: readonly NamedQuota[];
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
  readonly #rates: CallRates;
  // The principal of a token stays the same object for as long as its limits are cached.
  readonly #known = new WeakMap<TokenPrincipal, Limits>();

  constructor({ quotas, rates }: { readonly quotas: Pick<DailyQuotas, 'of'>; readonly rates: CallRates }) {
    this.#quotas = quotas;
    this.#rates = rates;
  }

  /**
   * Counts one request. Throws `rate_limited` and `quota_exceeded` with the time after which a request is accepted; the request is then not
   * counted.
   */
  async count(principal: Principal, response: LimitedResponse): Promise<void> {
    if (principal.kind === 'admin' || !hasLimits(principal)) return;
    const limits = this.#limitsOf(principal);
    const taken: DailyQuota[] = [];
    let states: readonly RateState[] | undefined;
    try {
      for (const { counted } of limits.quotas) {
        if (await counted.take()) taken.push(counted);
        else throw quotaExceeded(counted);
      }
      const outcome = await this.#rates.take(limits.rates);
      states = outcome.states;
      if (!outcome.isTaken) throw rateLimited(Math.max(...states.map(({ wait }) => wait)));
    } catch (error) {
      for (const quota of taken) quota.giveBack();
      if (GatewayError.is(error)) describe(limits, states ?? (await this.#rates.states(limits.rates)), response);
      throw error;
    }
    describe(limits, states, response);
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
  return [policy, workspaceLimits].some(
    ({ callsPerMinute, callsPerDay }) => callsPerMinute !== undefined || callsPerDay !== undefined,
  );
}

function describe({ rates, quotas, policy }: Limits, states: readonly RateState[], response: LimitedResponse): void {
  const ofMinute = states.map(({ remaining, wait, untilFull }, index) =>
    item(rates[index]?.name ?? '', { r: remaining, t: wholeSeconds(remaining === 0 ? wait : untilFull) }),
  );
  const ofDay = quotas.map(({ name, counted: { remaining, secondsLeft } }) =>
    item(name, { r: remaining, t: secondsLeft }),
  );
  response.setHeader('ratelimit-policy', policy);
  response.setHeader('ratelimit', [...ofMinute, ...ofDay].join(', '));
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

/** Applies the request limits of the token and its workspace to every request with a token. */
export function limitCalls(controlPlane: AccessParts, callLimiter: CallLimiter): RequestHandler {
  return async (request, response, next) => {
    const principal = await principalIfAny(controlPlane, request);
    if (principal !== undefined) await callLimiter.count(principal, response);
    next();
  };
}

/** What requests without a token may do: each subject per minute and at the same time, and all together. */
interface OpenLimits {
  readonly perMinute: readonly Rate[];
  /** The subject whose concurrent requests are limited, and their maximum. */
  readonly concurrent?: { readonly subject: string; readonly max: number };
}

/** Limits requests that need no token, in this process: their rates, and how many are handled at the same time. */
export class OpenRequests {
  readonly #rates = new OwnRates();
  readonly #running = new Counts();
  readonly #max: number;
  readonly #busy: string;
  #all = 0;

  /** `busy` is the message for a request that arrives while `max` others are being handled. */
  constructor(max: number, busy: string) {
    this.#max = max;
    this.#busy = busy;
  }

  /** Handles a request. Throws `rate_limited`, or `gateway_busy` if too many are being handled. */
  async within<Result>({ perMinute, concurrent }: OpenLimits, work: () => Promise<Result>): Promise<Result> {
    for (const rate of perMinute) {
      const { isTaken, states } = await this.#rates.take([rate]);
      if (!isTaken)
        throw new GatewayError('rate_limited', 'Too many requests per minute.', {
          retryAfterSeconds: Math.ceil((states[0]?.wait ?? 0) / 1_000),
        });
    }
    const { subject, max } = concurrent ?? { subject: '', max: this.#max };
    if (this.#running.of(subject) >= max || this.#all >= this.#max)
      throw new GatewayError('gateway_busy', this.#busy, { retryAfterSeconds: 5 });
    this.#running.add(subject, 1);
    this.#all++;
    try {
      return await work();
    } finally {
      this.#running.add(subject, -1);
      this.#all--;
    }
  }
}
