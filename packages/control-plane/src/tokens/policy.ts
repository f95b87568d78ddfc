import { isDeepStrictEqual } from 'node:util';
import { type Effect, effects } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import { z } from 'zod';
import { callRateSchemas } from '../workspaces.ts';
import { bothDataPolicies, type DataPolicy, dataPolicySchemas, maxRules, showsMore } from './data-policy.ts';

const name = z.string().min(1).max(128);
const names = z.array(name).max(200);
const someEffects = z.array(z.enum(effects)).max(effects.length);

const holdSchema = z.strictObject({
  effects: someEffects.min(1),
  entities: names.optional(),
  when: z.record(z.string(), z.unknown()).optional(),
  secondPerson: z.boolean().optional(),
});

/** Accepts exactly the documented policy; unknown keys are rejected, so that no restriction is ever lost silently. */
export const policySchema = z.strictObject({
  manage: z.boolean().optional(),
  approve: z.boolean().optional(),
  readOnly: z.boolean().optional(),
  connectors: names.optional(),
  entities: names.optional(),
  actions: names.optional(),
  effects: z.strictObject({ allow: someEffects.optional(), deny: someEffects.optional() }).optional(),
  maxRecords: z.int().min(1).max(1_000_000).optional(),
  callsPerMinute: callRateSchemas.callsPerMinute,
  callsPerDay: callRateSchemas.callsPerDay,
  hold: holdSchema.optional(),
  ...dataPolicySchemas,
});

/** Which effects actions may have: those of `allow`, all of them when it is absent, but never those of `deny`. */
export interface EffectPolicy {
  readonly allow?: readonly Effect[] | undefined;
  readonly deny?: readonly Effect[] | undefined;
}

/** Which calls wait for approval before they are sent; reads never do. */
export interface HoldPolicy {
  readonly effects: readonly Effect[];
  /** Only calls on these entities; all when it is absent. */
  readonly entities?: readonly string[] | undefined;
  /** Only calls whose params match this condition of the search language. */
  readonly when?: Readonly<Record<string, unknown>> | undefined;
  /** Whether the person behind the call may not approve it. */
  readonly secondPerson?: boolean | undefined;
}

/** What a token may do. An absent part allows everything, except `manage` and `approve`; an empty list allows nothing. */
export interface Policy extends DataPolicy {
  /** Whether it may manage the workspace: connections, tokens, synchronization, audit. Not unless it is true. */
  readonly manage?: boolean | undefined;
  /** Whether it may approve or refuse held writes. Not unless it is true. */
  readonly approve?: boolean | undefined;
  /** Only actions with the effect `read`. */
  readonly readOnly?: boolean | undefined;
  /** Connector ids, or names of connections. */
  readonly connectors?: readonly string[] | undefined;
  /** Entity names, on every connector that has them. */
  readonly entities?: readonly string[] | undefined;
  /** Action names. */
  readonly actions?: readonly string[] | undefined;
  /** Only actions with these effects. */
  readonly effects?: EffectPolicy | undefined;
  /** Maximum number of records per call. */
  readonly maxRecords?: number | undefined;
  /** Most requests within a minute. */
  readonly callsPerMinute?: number | undefined;
  /** Most requests within a day of UTC. */
  readonly callsPerDay?: number | undefined;
  /** Calls that wait for approval. */
  readonly hold?: HoldPolicy | undefined;
}

/** One action on one entity through one connection; `connector` is the plugin's id and `connection` the connection's name. */
export interface PolicyRequest {
  readonly connector: string;
  readonly connection: string;
  readonly entity: string;
  readonly action: string;
  /** What the action does to the upstream. */
  readonly effect: Effect;
}

/** Whether a policy allows anything on a connection, given the id of its connector and its own name. */
export function policyAllowsConnection(
  { connectors }: Policy,
  { connector, connection }: Pick<PolicyRequest, 'connector' | 'connection'>,
): boolean {
  return connectors === undefined || connectors.includes(connector) || connectors.includes(connection);
}

/** Whether a policy allows actions with an effect; `readOnly` allows `read` alone. */
function policyAllowsEffect({ readOnly, effects: { allow, deny } = {} }: Policy, effect: Effect): boolean {
  if (readOnly === true && effect !== 'read') return false;
  if (deny?.includes(effect) === true) return false;
  return allow === undefined || allow.includes(effect);
}

/** The effects that actions may have under a policy, in the order of their definition. */
export const allowedEffects = (policy: Policy): readonly Effect[] =>
  effects.filter((effect) => policyAllowsEffect(policy, effect));

/** Whether a policy allows a request. */
export function policyAllows(policy: Policy, request: PolicyRequest): boolean {
  if (!policyAllowsEffect(policy, request.effect)) return false;
  if (!policyAllowsConnection(policy, request)) return false;
  if (policy.entities !== undefined && !policy.entities.includes(request.entity)) return false;
  return policy.actions === undefined || policy.actions.includes(request.action);
}

type Wider = { readonly [Part in keyof Policy]-?: (part: Policy[Part], than: Policy[Part]) => boolean };

const isMore = (most: number | undefined, than: number | undefined): boolean =>
  than !== undefined && (most === undefined || most > than);

const namesMore = (names: readonly string[] | undefined, than: readonly string[] | undefined): boolean =>
  than !== undefined && (names === undefined || names.some((name) => !than.includes(name)));

const effectsMore = (asked: EffectPolicy | undefined, than: EffectPolicy | undefined): boolean =>
  effects.some(
    (effect) => policyAllowsEffect({ effects: asked }, effect) && !policyAllowsEffect({ effects: than }, effect),
  );

const holdsLess = (asked: HoldPolicy | undefined, than: HoldPolicy | undefined): boolean =>
  than !== undefined &&
  (asked === undefined ||
    than.effects.some((effect) => !asked.effects.includes(effect)) ||
    namesMore(than.entities, asked.entities) ||
    (asked.when !== undefined && !isDeepStrictEqual(asked.when, than.when)) ||
    (than.secondPerson === true && asked.secondPerson !== true));

// Names are compared as they are written: what a connection is called today may name another one tomorrow.
const wider: Wider = {
  manage: (may, than) => may === true && than !== true,
  approve: (may, than) => may === true && than !== true,
  readOnly: (only, than) => than === true && only !== true,
  connectors: namesMore,
  entities: namesMore,
  actions: namesMore,
  effects: effectsMore,
  maxRecords: isMore,
  callsPerMinute: isMore,
  callsPerDay: isMore,
  hold: holdsLess,
  ...showsMore,
};

/** The first part in which a policy allows more than another one; undefined when it allows nothing that the other forbids. */
export function widerPart(policy: Policy, than: Policy): keyof Policy | undefined {
  const parts = Object.keys(wider) as (keyof Policy)[];
  return parts.find((part) => {
    // The compiler cannot see that both values are of the same part.
    const compare = wider[part] as (part: unknown, than: unknown) => boolean;
    return compare(policy[part], than[part]);
  });
}

/**
 * The policy of a token that is made with another one: what `asked` leaves out is as in the policy of the maker, but the rights to
 * manage and to approve, which have to be asked for. It hides what either of them hides. Throws `forbidden` with the name of a part that
 * would be wider, and for a maker whose requests are limited: each token is counted by itself, so that tokens it makes would multiply its
 * limit. Throws `invalid_params` if both have more than 100 rules together.
 */
export function childPolicy(asked: Policy, maker: Policy): Policy {
  if (maker.callsPerMinute !== undefined || maker.callsPerDay !== undefined) throw limitedMaker();
  const { manage: _notInherited, approve: _neither, ...inherited } = maker;
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
  const policy: Policy = { ...inherited, ...given, ...bothDataPolicies(maker, asked) };
  const full = (['fields', 'records'] as const).find((rules) => (policy[rules]?.length ?? 0) > maxRules);
  if (full !== undefined) throw tooManyRules(full);
  const part = widerPart(policy, maker);
  if (part === undefined) return policy;
  const name = part.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  throw tooWide(`policy.${name}`, 'allows more than the policy of the token that creates it');
}

/** The policy that allows what both of two policies allow; what either of them holds is held. */
export function narrowedPolicy(policy: Policy, by: Policy): Policy {
  const both = {
    manage: policy.manage === true && by.manage === true ? true : undefined,
    approve: policy.approve === true && by.approve === true ? true : undefined,
    readOnly: policy.readOnly === true || by.readOnly === true ? true : undefined,
    connectors: inBoth(policy.connectors, by.connectors),
    entities: inBoth(policy.entities, by.entities),
    actions: inBoth(policy.actions, by.actions),
    effects: effectsOfBoth(policy.effects, by.effects),
    maxRecords: lower(policy.maxRecords, by.maxRecords),
    callsPerMinute: lower(policy.callsPerMinute, by.callsPerMinute),
    callsPerDay: lower(policy.callsPerDay, by.callsPerDay),
    hold: heldByEither(policy.hold, by.hold),
    ...bothDataPolicies(policy, by),
  } satisfies { readonly [Part in keyof Omit<Policy, keyof DataPolicy>]-?: Policy[Part] } & DataPolicy;
  return Object.fromEntries(Object.entries(both).filter(([, part]) => part !== undefined));
}

type Names = readonly string[] | undefined;

const inBoth = (names: Names, others: Names): Names =>
  names === undefined || others === undefined ? (names ?? others) : names.filter((one) => others.includes(one));

const lower = (limit: number | undefined, other: number | undefined): number | undefined =>
  limit === undefined || other === undefined ? (limit ?? other) : Math.min(limit, other);

function effectsOfBoth(one: EffectPolicy | undefined, other: EffectPolicy | undefined): EffectPolicy | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return {
    allow: effects.filter((effect) => [one, other].every((part) => policyAllowsEffect({ effects: part }, effect))),
  };
}

// Two conditions cannot be written as one, so that without one at least as much is held.
function heldByEither(one: HoldPolicy | undefined, other: HoldPolicy | undefined): HoldPolicy | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  if (!holdsLess(one, other)) return one;
  if (!holdsLess(other, one)) return other;
  const { entities: first, when } = one;
  const { entities: second } = other;
  return {
    effects: effects.filter((effect) => one.effects.includes(effect) || other.effects.includes(effect)),
    ...(first !== undefined && second !== undefined && { entities: [...new Set([...first, ...second])] }),
    ...(when !== undefined && isDeepStrictEqual(when, other.when) && { when }),
    ...((one.secondPerson === true || other.secondPerson === true) && { secondPerson: true }),
  };
}

/** The policy of a token for which `asked` is asked: {@link childPolicy} when another token makes it, `asked` itself when the admin does. */
export const newTokenPolicy = (asked: Policy, maker: { readonly policy: Policy } | undefined): Policy =>
  maker === undefined ? asked : childPolicy(asked, maker.policy);

/**
 * The end of a token that is made with another one: that of the maker unless `asked` is earlier. Both are UTC ISO strings, null for no
 * end. Throws `forbidden` for one that is later.
 */
export function childExpiry(asked: string | null, maker: string | null): string | null {
  if (asked === null || maker === null) return asked ?? maker;
  if (Date.parse(asked) <= Date.parse(maker)) return asked;
  throw tooWide('expires_at', 'is later than the expiry of the token that creates it');
}

const limitedMaker = () =>
  new GatewayError(
    'forbidden',
    'A token with calls_per_minute or calls_per_day cannot create tokens, because each would have the full limit again. Use another token that can manage the workspace, or the admin token.',
  );

function tooManyRules(part: 'fields' | 'records'): GatewayError {
  const message = `has more than ${maxRules} rules together with those of the token that creates it`;
  return new GatewayError('invalid_params', `policy.${part} ${message}. Join rules for the same entity.`, {
    errors: [{ field: `/policy/${part}`, message, error_code: 'too_long' }],
  });
}

function tooWide(path: string, why: string): GatewayError {
  return new GatewayError('forbidden', `The new token would have more rights than yours: ${path} ${why}.`, {
    errors: [{ field: `/${path.replace('.', '/')}`, message: why, error_code: 'not_allowed' }],
  });
}
