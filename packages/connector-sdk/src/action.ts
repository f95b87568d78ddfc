import type { z } from 'zod';
import type { Deprecation } from './deprecation.ts';
import type { MetaFields, Paging } from './page.ts';
import type { ParamsOf, ParamsSchema } from './params.ts';
import type { RawValue } from './raw-value.ts';
import type { ParsedRoute } from './route.ts';
import type { Simulation } from './simulation.ts';
import type { UpstreamRequest } from './upstream-request.ts';

/** The direct actions an entity may offer; `context_store_search` is added by `search`. */
export const directActions = ['list', 'get', 'create', 'update', 'delete', 'api_search', 'download'] as const;

/** Name of a direct action. */
export type DirectActionName = (typeof directActions)[number];

/** What an action answers: many records, one record, or the bytes of a file. */
export type ResultKind = 'records' | 'record' | 'file';

/** The result an action of that name gives. */
export function resultKind(action: DirectActionName): ResultKind {
  if (action === 'list' || action === 'api_search') return 'records';
  return action === 'download' ? 'file' : 'record';
}

/** True for the actions that change nothing upstream, and may therefore be repeated. */
export function isRead(action: DirectActionName): boolean {
  return action === 'list' || action === 'get' || action === 'api_search' || action === 'download';
}

/**
 * An action with its upstream mapping: what `restApi` and `graphqlApi` return. `request` is pure; the paths say where the
 * result stands in the response body (empty: the whole body).
 */
export interface Action<P extends ParamsSchema = ParamsSchema> {
  readonly summary: string;
  readonly params: P;
  /** Upstream routes, the most specific first; GraphQL actions have the one of their endpoint. */
  readonly routes: readonly ParsedRoute[];
  /** The GraphQL document with its default selection, for GraphQL actions. */
  readonly document?: string;
  readonly recordsAt: string;
  readonly recordAt: string;
  /** Path of the file's URL for a download in two steps; absent when the response itself is the file. */
  readonly fileAt?: string;
  /** Path that must not be null in a successful answer; null there means that the parent record does not exist. */
  readonly requiredAt?: string;
  /** True when the vendor leaves an empty list out of its answer. */
  readonly omitsEmptyLists?: boolean;
  /** For one record out of a list: the fields of the row by the parameter they equal. */
  readonly match?: Readonly<Record<string, string>>;
  readonly paging: Paging | null;
  /** Parameters the paging needs that the author did not declare; `defineEntity` makes them part of `params`. */
  readonly continuation?: readonly string[];
  readonly meta: MetaFields;
  /** Schema of the result when it is not the entity's record. */
  readonly result?: z.ZodObject;
  /** Present when the action is going to be removed. */
  readonly deprecated?: Deprecation;
  /** Header under which the vendor accepts an idempotency key for this action, when it does so for some actions only. */
  readonly idempotencyHeader?: string;
  keep?(row: RawValue): boolean;
  toRecord?(row: RawValue, params: ParamsOf<P>): RawValue;
  /** The inverse of `toRecord`, for the simulated vendor. */
  toRow?(record: RawValue, params: ParamsOf<P>): RawValue;
  /** What the simulated vendor is told about this action. */
  readonly simulate?: Simulation;
  /** Builds the upstream request for validated parameters. Throws `invalid_params` where a value cannot be sent. */
  request(params: ParamsOf<P>): UpstreamRequest;
}

/** What the author of an action may say beside its route or document; everything but `summary` has a default. */
export interface ActionOptions<P extends ParamsSchema> {
  readonly summary: string;
  readonly params?: P;
  /** Null turns the transport's paging off. */
  readonly paging?: Paging | null;
  readonly meta?: MetaFields;
  readonly result?: z.ZodObject;
  readonly deprecated?: Deprecation;
  readonly idempotencyHeader?: string;
  /** Drops rows that are not records of this entity; a single record it refuses is not found. */
  readonly keep?: (row: RawValue) => boolean;
  /** Turns a row the vendor shapes differently into the entity's record. */
  readonly toRecord?: (row: RawValue, params: ParamsOf<P>) => RawValue;
  /** The inverse of `toRecord`: the row the simulated vendor sends for a record. */
  readonly toRow?: (record: RawValue, params: ParamsOf<P>) => RawValue;
  /** What the simulated vendor cannot know about this action. */
  readonly simulate?: Simulation<P>;
}
