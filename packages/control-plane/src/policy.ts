import { type Effect, effects } from '@connectory/connector-sdk/engine';
import { z } from 'zod';
import { callRateSchemas } from './call-limits.ts';

const name = z.string().min(1).max(128);
const names = z.array(name).max(200);
const someEffects = z.array(z.enum(effects)).max(effects.length);

/** Accepts exactly the documented policy; unknown keys are rejected, so that no restriction is ever lost silently. */
export const policySchema = z.strictObject({
  manage: z.boolean().optional(),
  readOnly: z.boolean().optional(),
  connectors: names.optional(),
  entities: names.optional(),
  actions: names.optional(),
  effects: z.strictObject({ allow: someEffects.optional(), deny: someEffects.optional() }).optional(),
  maxRecords: z.int().min(1).max(1_000_000).optional(),
  callsPerMinute: callRateSchemas.callsPerMinute,
  callsPerDay: callRateSchemas.callsPerDay,
});

/** Which effects actions may have: those of `allow`, all of them when it is absent, but never those of `deny`. */
export interface EffectPolicy {
  readonly allow?: readonly Effect[] | undefined;
  readonly deny?: readonly Effect[] | undefined;
}

/** What a token may do. An absent part allows everything, except `manage`; an empty list allows nothing. */
export interface Policy {
  /** Whether it may manage the workspace: connections, tokens, synchronization, audit. Not unless it is true. */
  readonly manage?: boolean | undefined;
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
export function policyAllowsEffect({ readOnly, effects: { allow, deny } = {} }: Policy, effect: Effect): boolean {
  if (readOnly === true && effect !== 'read') return false;
  if (deny?.includes(effect) === true) return false;
  return allow === undefined || allow.includes(effect);
}

/** Whether a policy allows a request. */
export function policyAllows(policy: Policy, request: PolicyRequest): boolean {
  if (!policyAllowsEffect(policy, request.effect)) return false;
  if (!policyAllowsConnection(policy, request)) return false;
  if (policy.entities !== undefined && !policy.entities.includes(request.entity)) return false;
  return policy.actions === undefined || policy.actions.includes(request.action);
}
