import { hash } from 'node:crypto';
import { effectOf } from '@connectory/connector-sdk/engine';
import { type ParamsCondition, parseParamsCondition } from '@connectory/context-store';
import type { Connection, HoldPolicy, Policy, TokenPrincipal } from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';
import { parseExactly, writeExactly, writeSorted } from '@connectory/exact-json';
import type { RequestPreview } from '@connectory/upstream';
import type { ExecuteEnvelope } from '../request.ts';
import type { DirectAction } from '../resolve-action.ts';

/** What has to be the same when an approved write is sent, each as a hash. */
export type HeldParts = Readonly<Record<'token' | 'policy' | 'connection' | 'connector' | 'call' | 'preview', string>>;

/** The part of a call that is stored while it waits: what is sent, what a person sees, and what must not change. */
export interface HeldContent {
  readonly request: {
    readonly params: object;
    readonly select_fields?: readonly string[];
    readonly exclude_fields?: readonly string[];
    readonly intent?: string;
  };
  readonly requests: readonly RequestPreview[];
  readonly parts: HeldParts;
}

const conditions = new WeakMap<object, ParamsCondition | null>();

/** The condition of a hold; null for one that cannot be read, which then holds everything. */
function conditionOf(when: NonNullable<HoldPolicy['when']>): ParamsCondition | null {
  let condition = conditions.get(when);
  if (condition !== undefined) return condition;
  try {
    condition = parseParamsCondition(when, ['policy', 'hold', 'when']);
  } catch (error) {
    if (!GatewayError.is(error)) throw error;
    condition = null;
  }
  conditions.set(when, condition);
  return condition;
}

/** Throws `invalid_params` for a policy whose condition of held writes cannot be read. */
export function requireReadableHold({ hold }: { readonly hold?: Pick<HoldPolicy, 'when'> | undefined }): void {
  if (hold?.when === undefined) return;
  try {
    parseParamsCondition(hold.when, ['policy', 'hold', 'when']);
  } catch (error) {
    if (!GatewayError.is(error)) throw error;
    throw new GatewayError('invalid_params', error.message, { errors: error.errors });
  }
}

/** Whether a policy lets a call wait for approval; reads never wait. `params` are the validated ones. */
export function mustWait({ hold }: Policy, { entity, name, action }: DirectAction, params: object): boolean {
  if (hold === undefined) return false;
  const effect = effectOf(name, action);
  if (effect === 'read' || !hold.effects.includes(effect)) return false;
  if (hold.entities !== undefined && !hold.entities.includes(entity.entity.name)) return false;
  if (hold.when === undefined) return true;
  return conditionOf(hold.when)?.mayMatch(params as Readonly<Record<string, unknown>>) ?? true;
}

/** Everything that a call depends on. */
export interface HeldFacts {
  readonly principal: TokenPrincipal;
  readonly connection: Connection;
  /** Version of the connector. */
  readonly version: string;
  readonly resolved: DirectAction;
  readonly envelope: ExecuteEnvelope;
  readonly requests: readonly RequestPreview[];
}

/** The hashes of what a call depends on. */
export function partsOf({ principal, connection, version, resolved, envelope, requests }: HeldFacts): HeldParts {
  const { entity, action, params, selectFields = null, excludeFields = null } = envelope;
  const { id, settings, authentication, account } = connection;
  return {
    token: hashOf([principal.workspaceId, principal.tokenId]),
    policy: hashOf(principal.policy),
    connection: hashOf([id, settings, authentication, account]),
    connector: hashOf([connection.connector, version]),
    call: hashOf([entity, action, effectOf(resolved.name, resolved.action), params, selectFields, excludeFields]),
    preview: hash('sha256', writeExactly(requests), 'base64url'),
  };
}

/** The hash of all parts. */
export const fingerprintOf = (parts: HeldParts): string => hashOf(parts);

const reasons: { readonly [Part in keyof HeldParts]: string } = {
  token: 'The token is not the one that asked for the write.',
  policy: 'What the token may do has changed since the write was asked for.',
  connection: 'The connection was changed since the write was asked for.',
  connector: 'The connector has another version than when the write was asked for.',
  call: 'The call is not the one that was asked for.',
  preview: 'The request that would be sent is not the one that was shown.',
};

/** Why a call is not the one that was held; undefined if it is. */
export function differenceOf(before: HeldParts, now: HeldParts): string | undefined {
  const changed = (Object.keys(reasons) as (keyof HeldParts)[]).find((part) => before[part] !== now[part]);
  return changed && reasons[changed];
}

/** The content of a held write. */
export function toContent(envelope: ExecuteEnvelope, requests: readonly RequestPreview[], parts: HeldParts): Buffer {
  const { params, selectFields, excludeFields, intent } = envelope;
  const content: HeldContent = {
    request: {
      params,
      ...(selectFields !== undefined && { select_fields: selectFields }),
      ...(excludeFields !== undefined && { exclude_fields: excludeFields }),
      ...(intent !== undefined && { intent }),
    },
    requests,
    parts,
  };
  return Buffer.from(writeExactly(content));
}

/** Reads the content of a held write. */
export function heldContent(content: Buffer): HeldContent {
  return parseExactly(content.toString('utf8')) as HeldContent;
}

const hashOf = (value: unknown) => hash('sha256', writeSorted(value), 'base64url');
