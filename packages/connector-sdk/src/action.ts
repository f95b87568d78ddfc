import type { z } from 'zod';
import type { Deprecation } from './deprecation.ts';
import type { Effect } from './effects.ts';
import type { MetaFields, Paging } from './page.ts';
import type { NoParams, ParamsOf, ParamsSchema } from './params.ts';
import type { RawValue } from './raw-value.ts';
import type { RemoteAction } from './remote-action.ts';
import type { ParsedRoute } from './route.ts';
import type { SelectedField } from './selection.ts';
import type { SentParams } from './sync-only.ts';
import type { FileOfUpload } from './uploaded-file.ts';
import type { UpstreamRequest } from './upstream-request.ts';

/** The direct actions an entity may offer; `context_store_search` is added by `search`. */
export const directActions = ['list', 'get', 'create', 'update', 'delete', 'api_search', 'download', 'upload'] as const;

/** Name of a direct action. */
export type DirectActionName = (typeof directActions)[number];

/** What an action returns: records, one record, or the bytes of a file. */
export type ResultKind = 'records' | 'record' | 'file';

/** What an action with this name returns. */
export function resultKind(action: DirectActionName): ResultKind {
  if (action === 'list' || action === 'api_search') return 'records';
  return action === 'download' ? 'file' : 'record';
}

/** The effect of an action: as declared, or by default as its name implies. */
export function effectOf(name: DirectActionName, action: Pick<Action, 'effect'>): Effect {
  return action.effect ?? (isRead(name) ? 'read' : name === 'delete' ? 'delete' : 'write');
}

/** True for actions that change nothing upstream and can therefore be retried. */
export function isRead(action: DirectActionName): boolean {
  return action === 'list' || action === 'get' || action === 'api_search' || action === 'download';
}

/** True for actions that make a new record. */
export function makesRecord(action: DirectActionName): boolean {
  return action === 'create' || action === 'upload';
}

/**
 * An action with its upstream mapping: what `restApi` and `graphqlApi` return. `request` is pure; the paths say where the
 * result is in the response body (empty: the whole body).
 */
export interface Action<P extends ParamsSchema = ParamsSchema, S extends ParamsSchema = ParamsSchema> {
  readonly summary: string;
  readonly params: P;
  /** Parameters that only the sync plan or an uploaded file may set, in addition to `params`; calls that contain one are rejected. */
  readonly syncOnly?: S;
  /** How the vendor takes the file of an upload; absent for all other actions. */
  readonly file?: FileOfUpload;
  /** Upstream routes, the most specific first; GraphQL actions have the one of their endpoint. */
  readonly routes: readonly ParsedRoute[];
  /** The GraphQL document with its default selection, for GraphQL actions. */
  readonly document?: string;
  /** The default selection of a GraphQL action whose caller chooses other fields with the parameter `fields`. */
  readonly selection?: readonly SelectedField[];
  /** The parameter with a query whose dotted names are fields of the record: `ad_group.cpc_bid_micros` is `adGroup.cpcBidMicros`. */
  readonly queryIn?: string;
  readonly recordsAt: string;
  readonly recordAt: string;
  /** True if the vendor omits empty lists from the response. */
  readonly omitsEmptyLists?: boolean;
  /** Record fields and the parameters they equal: the response has a list at `recordsAt`, and the matching row is the record. */
  readonly match?: Readonly<Record<string, string>>;
  /** Path of the file's URL for a download in two steps, with `{param}` places; absent when the response itself is the file. */
  readonly fileAt?: string;
  /** Path that is not null in a successful response; null means that the parent record does not exist. */
  readonly requiredAt?: string;
  readonly paging: Paging | null;
  /** Parameters the paging needs that the author did not declare; `defineEntity` adds them to `params`. */
  readonly continuation?: readonly string[];
  readonly meta: MetaFields;
  /** Schema of the result when it is not the entity's record. */
  readonly result?: z.ZodObject;
  /** Present if the name of the action does not imply it. */
  readonly effect?: Effect;
  /** Present if the action will be removed. */
  readonly deprecated?: Deprecation;
  /** Present if `spec/contract.json` does not have this action of an entity that it has. */
  readonly beyondContract?: true;
  /** Header under which the vendor accepts an idempotency key for this action, if it does so only for some actions. */
  readonly idempotencyHeader?: string;
  /** Member of the JSON body in which the vendor accepts an idempotency key for this action; the gateway sets it. */
  readonly idempotencyField?: string;
  /** Header with the id of the written record, if the vendor returns it there instead of in a body; the result is `{ id }`. */
  readonly idHeader?: string;
  /** Present where code of the action runs in an interpreter; what it has there is not called here. */
  readonly remote?: RemoteAction;
  keep?(row: RawValue): boolean;
  toRecord?(row: RawValue, params: ParamsOf<P>): RawValue;
  /** Builds the upstream request for validated parameters. Throws `invalid_params` if a value cannot be sent. */
  request(params: SentParams<P, S>): UpstreamRequest;
}

/** The options of an action, in addition to its route or document; all but `summary` have a default. */
export interface ActionOptions<P extends ParamsSchema, S extends ParamsSchema = NoParams> {
  readonly summary: string;
  readonly params?: P;
  /**
   * Parameters of the vendor that only the sync plan sends, such as a time filter that the contract does not offer to callers, or that
   * `file` fills.
   */
  readonly syncOnly?: S;
  /** Null turns the transport's paging off. */
  readonly paging?: Paging | null;
  readonly meta?: MetaFields;
  readonly result?: z.ZodObject;
  /** What the action does, if its name does not imply it: read for list, get, api_search and download, delete for delete, otherwise write. */
  readonly effect?: Effect;
  readonly deprecated?: Deprecation;
  /** Set if `spec/contract.json` does not have this action of an entity that it has. */
  readonly beyondContract?: true;
  readonly idempotencyHeader?: string;
  readonly idempotencyField?: string;
  /**
   * For a write whose response has no body: the header with the id of the written record, such as `x-resource-id`. The result is `{ id }`, and
   * `result` must declare `id`: digits become a number unless it is a text.
   */
  readonly idHeader?: string;
  /** Set if the vendor omits empty lists: an object without the list is then an empty page. */
  readonly omitsEmptyLists?: boolean;
  /**
   * The parameter with a query whose dotted names are fields of the record, as they are or in snake case. A token that is limited to
   * entities can name only declared ones there: others lead to other entities.
   */
  readonly queryIn?: keyof NoInfer<P>['shape'] & string;
  /**
   * For a single record that the vendor has only as part of a list: fields of its row, as dotted paths, with the required parameters they equal
   * (`{ id: 'cohort_id' }`; 7 equals "7"). A list without such a row means that there is no such record.
   */
  readonly match?: Readonly<Record<string, keyof NoInfer<P>['shape'] & string>>;
  /** Drops rows that are not records of this entity; a single record that it drops is not found. */
  readonly keep?: (row: RawValue) => boolean;
  /** Turns a row the vendor shapes differently into the entity's record. */
  readonly toRecord?: (row: RawValue, params: ParamsOf<P>) => RawValue;
}
