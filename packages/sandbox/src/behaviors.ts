import { isObject, type JsonObject } from './json.ts';
import { isUnruly, type UnrulyName, unrulyBehaviors } from './unruly.ts';

/**
 * What a simulated upstream does other than its declaration says. `failing-before` does nothing and returns 500; `failing-after` executes the
 * call and then returns 500. `truncated-body` ends the response early, before its Content-Length or within a chunk. `expired-token` invalidates
 * the access token until it is refreshed; a credential that cannot be refreshed is rejected for this call only. `missing-permission` does
 * nothing and returns 403. `access-denied` responds to a request for consent as if the user had denied it, without a page. `token-delayed`
 * rejects a request for a token that would be accepted later. The others are `unrulyBehaviors`.
 */
export type Behavior =
  | { readonly kind: 'rate-limited'; readonly retryAfterSeconds?: number }
  | { readonly kind: 'failing-before' | 'failing-after' | 'invalid-json' | 'connection-reset' | 'expired-token' }
  | { readonly kind: 'slow'; readonly milliseconds: number }
  | { readonly kind: 'truncated-body'; readonly framing?: 'content-length' | 'chunked' }
  | { readonly kind: 'wrong-content-type' | 'missing-permission' | 'access-denied' | 'token-delayed' }
  | { readonly kind: UnrulyName };

/** Which calls a behavior applies to; omitted parts match every call. `path` is the start of the path below the connector's ID. */
export interface BehaviorMatch {
  readonly method?: string;
  readonly path?: string;
  readonly entity?: string;
  readonly action?: string;
}

/** How often a behavior happens (by default once, at most 1,000,000 times), and to which calls. */
export interface BehaviorOptions {
  readonly times?: number;
  readonly match?: BehaviorMatch;
}

/** A call as behavior matches see it; entity and action are unknown for paths that mean none. */
export interface MatchedCall {
  readonly method: string;
  readonly path: string;
  readonly entity?: string | undefined;
  readonly action?: string | undefined;
}

interface Planned {
  readonly behavior: Behavior;
  readonly match: BehaviorMatch;
  remaining: number;
}

const kinds: readonly Behavior['kind'][] = [
  'rate-limited',
  'failing-before',
  'failing-after',
  'slow',
  'truncated-body',
  'invalid-json',
  'connection-reset',
  'expired-token',
  'wrong-content-type',
  'missing-permission',
  'access-denied',
  'token-delayed',
  ...(Object.keys(unrulyBehaviors) as UnrulyName[]),
];
const maxPlanned = 1_000;
const maxTimes = 1_000_000;
const maxDelay = 600_000;

/** The behaviors planned for each connector, consumed in the order in which they were planned. */
export class Behaviors {
  readonly #planned = new Map<string, Planned[]>();

  constructor(connectorIds: readonly string[]) {
    for (const id of connectorIds) this.#planned.set(id, []);
  }

  /** Plans a behavior for the next calls that match. Throws a `RangeError` for an unknown connector or value out of bounds. */
  next(connectorId: string, behavior: Behavior, { times = 1, match = {} }: BehaviorOptions = {}): void {
    const planned = this.#planned.get(connectorId);
    if (planned === undefined) throw new RangeError(`there is no connector ${connectorId} in this sandbox`);
    if (!Number.isSafeInteger(times) || times < 1 || times > maxTimes)
      throw new RangeError(`times must be 1 to ${maxTimes}`);
    if (planned.length >= maxPlanned) throw new RangeError(`no more than ${maxPlanned} behaviors can be planned`);
    planned.push({ behavior, match, remaining: times });
  }

  /** Forgets the behaviors planned for a connector, or for all. */
  clear(connectorId?: string): void {
    for (const [id, planned] of this.#planned) if (connectorId === undefined || id === connectorId) planned.length = 0;
  }

  /** Takes the behavior that is to happen to a call. */
  take(connectorId: string, call: MatchedCall): Behavior | undefined {
    const planned = this.#planned.get(connectorId) ?? [];
    const index = planned.findIndex(({ match }) => isMatch(match, call));
    const found = planned[index];
    if (found === undefined) return undefined;
    found.remaining--;
    if (found.remaining === 0) planned.splice(index, 1);
    return found.behavior;
  }
}

function isMatch(match: BehaviorMatch, call: MatchedCall): boolean {
  if (match.method !== undefined && match.method.toUpperCase() !== call.method) return false;
  if (match.path !== undefined && !call.path.startsWith(match.path)) return false;
  if (match.entity !== undefined && match.entity !== call.entity) return false;
  return match.action === undefined || match.action === call.action;
}

/**
 * Parses a behavior: `{"kind": "rate-limited", "retryAfterSeconds": 2, "times": 3, "match": {"entity": "customers"}}`. Throws a `RangeError`
 * that describes what is wrong.
 */
export function parseBehavior(value: unknown): { behavior: Behavior; options: BehaviorOptions } {
  if (!isObject(value)) throw new RangeError('the body must be a JSON object with a "kind"');
  const { kind, times, match } = value;
  const options = {
    ...(times !== undefined && { times: number(times, 'times', 1, maxTimes) }),
    match: parseMatch(match),
  };
  return { behavior: behaviorOf(kind, value), options };
}

function behaviorOf(kind: unknown, value: JsonObject): Behavior {
  switch (kind) {
    case 'rate-limited': {
      const seconds = value.retryAfterSeconds;
      return seconds === undefined
        ? { kind }
        : { kind, retryAfterSeconds: number(seconds, 'retryAfterSeconds', 0, 86_400) };
    }
    case 'slow':
      return { kind, milliseconds: number(value.milliseconds, 'milliseconds', 0, maxDelay) };
    case 'truncated-body':
      return { kind, framing: value.framing === 'chunked' ? 'chunked' : 'content-length' };
    case 'failing-before':
    case 'failing-after':
    case 'invalid-json':
    case 'connection-reset':
    case 'expired-token':
    case 'wrong-content-type':
    case 'missing-permission':
    case 'access-denied':
    case 'token-delayed':
      return { kind };
    default:
      if (typeof kind === 'string' && isUnruly(kind)) return { kind };
      throw new RangeError(`"kind" must be one of ${kinds.join(', ')}`);
  }
}

function parseMatch(value: unknown): BehaviorMatch {
  if (value === undefined) return {};
  if (!isObject(value)) throw new RangeError('"match" must be an object');
  for (const [name, part] of Object.entries(value)) {
    if (!['method', 'path', 'entity', 'action'].includes(name) || typeof part !== 'string') {
      throw new RangeError('"match" takes the texts method, path, entity and action');
    }
  }
  return value as BehaviorMatch;
}

function number(value: unknown, name: string, least: number, max: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= max) return value;
  throw new RangeError(`"${name}" must be a whole number from ${least} to ${max}`);
}
