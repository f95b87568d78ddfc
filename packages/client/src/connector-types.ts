import type { components } from './generated/gateway.generated.ts';

/** Address of one action in the OpenAPI document of a connector. */
type ActionPath<
  Entity extends string,
  Action extends string,
> = `/api/v1/integrations/connectors/{connector_id}/execute/${Entity}/${Action}`;

type EntityIn<Path, Action extends string> = Path extends ActionPath<infer Entity, Action> ? Entity : never;

type ActionIn<Path, Entity extends string> =
  Path extends ActionPath<infer Known, infer Action> ? (Entity extends Known ? Action : never) : never;

type OperationOf<Paths, Entity extends string, Action extends string> = Paths[ActionPath<Entity, Action> &
  keyof Paths] extends { post: infer Operation }
  ? Operation
  : never;

type BodyOf<Operation> = Operation extends { requestBody?: { content: { 'application/json': infer Body } } }
  ? Body
  : Operation extends { requestBody?: { content: { 'multipart/form-data': { call: infer Call } } } }
    ? Call
    : never;

type ResponseOf<Operation> = Operation extends {
  responses: { 200: { content: { 'application/json': infer Response } } };
}
  ? Response
  : never;

/** Names of the entities that offer an action; of all entities unless an action is named. */
export type EntityOf<Paths, Action extends string = string> = EntityIn<keyof Paths, Action>;

/** Names of the actions of an entity that take and return JSON. */
export type ActionOf<Paths, Entity extends string> = Exclude<ActionIn<keyof Paths, Entity>, 'download' | 'upload'>;

/** Names of the actions that return pages of records. */
type PagedAction = 'list' | 'api_search' | 'context_store_search';

/** Names of the actions of an entity that return pages of records. */
export type PagedActionOf<Paths, Entity extends string> = Extract<ActionOf<Paths, Entity>, PagedAction>;

/** Any path into a nested object, such as `address.city`: the documents name the declared fields only. */
interface DottedPaths {
  readonly [path: `${string}.${string}`]: unknown;
}

// The values that the fields of an entity are compared with. Fields of any type, and times that are numbers, are unknown there.
type ValuesIn<Filter> = Filter extends { eq?: infer Values } ? NonNullable<Values> : never;

type TextFields<Values> = {
  [Field in keyof Values as string extends Values[Field] ? Field : never]?: string;
};

type SortFields<Values, Hit> = {
  [Field in keyof Values & keyof Hit as unknown extends Hit[Field] ? never : Field]?: 'asc' | 'desc';
};

type ArrayFields<Hit, Operand> = {
  [Field in keyof Hit as unknown[] extends Hit[Field] ? Field : never]?: Operand;
};

type Operands<Values, Hit> = {
  in: { [Field in keyof Values]?: Values[Field][] };
  like: TextFields<Values>;
  keyword: TextFields<Values>;
  fuzzy: TextFields<Values>;
  contains: ArrayFields<Hit, unknown>;
  any: ArrayFields<Hit, Record<string, unknown>>;
};

type SearchFilter<Filter, Hit> = {
  [Operator in keyof Filter]: Operator extends 'and' | 'or'
    ? SearchFilter<Filter, Hit>[]
    : Operator extends 'not'
      ? SearchFilter<Filter, Hit>
      : (Operator extends keyof Operands<never, never>
          ? Operands<ValuesIn<Filter>, Hit>[Operator]
          : NonNullable<Filter[Operator]>) &
          DottedPaths;
};

type SearchQuery<Query, Hit> = Query extends { filter?: infer Filter }
  ? {
      filter?: SearchFilter<NonNullable<Filter>, Hit>;
      sort?: (SortFields<ValuesIn<NonNullable<Filter>>, Hit> & DottedPaths)[];
    }
  : never;

type DocumentedParams<Paths, Entity extends string, Action extends string> =
  BodyOf<OperationOf<Paths, Entity, Action>> extends { params?: infer Params } ? NonNullable<Params> : never;

/** The `params` of an action. */
export type ParamsOf<Paths, Entity extends string, Action extends string> =
  DocumentedParams<Paths, Entity, Action> extends infer Params
    ? Action extends 'context_store_search'
      ? {
          [Name in keyof Params]: Name extends 'query'
            ? SearchQuery<Params[Name], RecordOf<Paths, Entity, Action>>
            : Params[Name];
        }
      : Params
    : never;

/** Any field of the records of an entity, or a dotted path into an object. */
export type PathOf<Paths, Entity extends string> =
  | (keyof RecordOf<Paths, Entity, 'context_store_search'> & string)
  | `${string}.${string}`;

/** What an aggregation groups by, and the values it computes of each group, each by one operator (spec/search.md). */
export interface Aggregate<Path extends string> {
  readonly group_by?: readonly (
    | Path
    | { readonly field: Path; readonly by: 'day' | 'week' | 'month' | 'year'; readonly time_zone?: string }
  )[];
  readonly values: {
    readonly [name: string]: { readonly count?: Path | '*' } & {
      readonly [Operator in 'count_distinct' | 'sum' | 'avg' | 'min' | 'max']?: Path;
    };
  };
}

type FilterOf<Params> = Params extends { query: { filter?: infer Filter } } ? Filter : never;

/** The `params` of an aggregation of an entity. */
export type AggregateParams<Paths, Entity extends string, Asked> = Omit<
  ParamsOf<Paths, Entity, 'context_store_search'>,
  'query' | 'fields' | 'cursor'
> & {
  readonly query: {
    readonly filter?: FilterOf<ParamsOf<Paths, Entity, 'context_store_search'>>;
    readonly aggregate: Asked;
    readonly sort?: readonly { readonly [name: string]: 'asc' | 'desc' }[];
  };
};

type Scalar = string | number | boolean | null;

type ValuesOf<Values> = {
  readonly [Name in keyof Values]: Values[Name] extends { count: string } | { count_distinct: string }
    ? number
    : Scalar;
};

/** The rows of an aggregation: counts are numbers, other values and group fields are scalars or null. */
export interface AggregateResult<Asked, Result> {
  readonly data: readonly (Asked extends { values: infer Values }
    ? ValuesOf<Values> & { readonly [name: string]: Scalar }
    : never)[];
  readonly meta: Result extends { meta: infer Meta } ? Meta : never;
}

/** `[params, options]`; `params` is optional if no parameter is required. */
export type ArgumentsOf<Paths, Entity extends string, Action extends string, Options> =
  Record<never, never> extends BodyOf<OperationOf<Paths, Entity, Action>>
    ? [params?: ParamsOf<Paths, Entity, Action>, options?: Options]
    : [params: ParamsOf<Paths, Entity, Action>, options?: Options];

/** Options of every call, named as in the execute request (spec/execute.md). */
export interface CallOptions {
  /** Dotted paths of the only fields to return; takes precedence over `exclude_fields`. */
  readonly select_fields?: readonly string[];
  /** Dotted paths of fields to omit. */
  readonly exclude_fields?: readonly string[];
  /** Why the call is made; kept in the audit. At most 512 characters. */
  readonly intent?: string;
  /** Ends the call; it then rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
}

/** Options of one execute call. */
export interface ExecuteOptions extends CallOptions {
  /** Returns the upstream requests that would be sent, and sends nothing. */
  readonly dry_run?: boolean;
  /** Makes a write safe to repeat for 24 hours: 1 to 255 printable ASCII characters, best a new UUID. */
  readonly idempotency_key?: string;
}

/** Response to a call with `dry_run`: the upstream requests that would be sent, with masked credentials. */
export type Preview = components['schemas']['ExecutePreview'];

// Any part of a value: a record with selected fields only.
type PartOf<Value> = Value extends readonly (infer Item)[]
  ? PartOf<Item>[]
  : Value extends object
    ? { [Name in keyof Value]?: PartOf<Value[Name]> }
    : Value;

type Chosen<Response, Options> = Options extends { select_fields: object } | { exclude_fields: object }
  ? Response extends { data: infer Data }
    ? Omit<Response, 'data'> & { data: PartOf<Data> }
    : Response
  : Response;

/** `data` and `meta` of an action: a preview for a dry run, and with any field missing where fields were chosen. */
export type ResultOf<Paths, Entity extends string, Action extends string, Options = object> = Options extends {
  dry_run: infer IsDryRun;
}
  ? IsDryRun extends true
    ? Preview
    : Chosen<ResponseOf<OperationOf<Paths, Entity, Action>>, Options>
  : Chosen<ResponseOf<OperationOf<Paths, Entity, Action>>, Options>;

/** One record of an action that returns pages. */
export type RecordOf<Paths, Entity extends string, Action extends string, Options = object> =
  ResultOf<Paths, Entity, Action, Options> extends { data: readonly (infer Record)[] } ? Record : never;

type CallIn<Paths, Entity extends string, Action extends string> = {
  readonly entity: Entity;
  readonly action: Action;
} & (Record<never, never> extends BodyOf<OperationOf<Paths, Entity, Action>>
  ? { readonly params?: ParamsOf<Paths, Entity, Action> }
  : { readonly params: ParamsOf<Paths, Entity, Action> }) &
  Omit<CallOptions, 'signal'>;

/** One call of a batch. */
export type BatchCall<Paths> = {
  [Entity in EntityOf<Paths>]: {
    [Action in ActionOf<Paths, Entity>]: CallIn<Paths, Entity, Action>;
  }[ActionOf<Paths, Entity>];
}[EntityOf<Paths>];

/** Options of a batch, named as in the request (spec/execute.md). */
export interface BatchOptions {
  /** `parallel` by default. */
  readonly order?: 'parallel' | 'sequential';
  /** `continue` by default; `stop` begins no further call after one that did not succeed. */
  readonly on_error?: 'continue' | 'stop';
  /** Returns the upstream requests that would be sent, and sends nothing. */
  readonly dry_run?: boolean;
  /** Makes it safe to send the same calls again for 24 hours, after any interruption: best a new UUID. */
  readonly idempotency_key?: string;
  /** Begins no further call; the batch then rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
}

/** How one call of a batch ended. `unknown` is a write that may have been carried out, `held` one that waits for approval. */
export type BatchItem<Result> =
  | { readonly index: number; readonly status: 'succeeded'; readonly result: Result }
  | { readonly index: number; readonly status: 'held'; readonly result: components['schemas']['ExecuteHeld'] }
  | { readonly index: number; readonly status: 'failed' | 'unknown'; readonly error: components['schemas']['Problem'] }
  | { readonly index: number; readonly status: 'not_run' };

type ResultOfCall<Paths, Call, Options> = Call extends { readonly entity: string; readonly action: string }
  ? ResultOf<Paths, Call['entity'], Call['action'], Options & Call>
  : never;

/** How the calls of a batch ended, in their order; `meta.complete` is true only if all succeeded. */
export interface BatchResult<Paths, Calls extends readonly unknown[], Options = object> {
  readonly data: { readonly [Index in keyof Calls]: BatchItem<ResultOfCall<Paths, Calls[Index], Options>> };
  readonly meta: components['schemas']['BatchResult']['meta'];
}

type Address<Action extends string> = `/api/v1/integrations/connectors/{connector_id}/execute/${string}/${Action}`;

interface Operation<Response> {
  post: {
    requestBody: { content: { 'application/json': { params?: Record<string, unknown> } } };
    responses: { 200: { content: { 'application/json': Response } } };
  };
}

/** A record of unknown shape. */
type LooseRecord = Record<string, unknown>;

/** Paths of an unknown connector: any entity, every action, parameters and records of any shape. */
export interface LoosePaths {
  [paged: Address<PagedAction>]: Operation<{
    data: LooseRecord[];
    meta: { next_params: LooseRecord | null; [name: string]: unknown };
  }>;
  [single: Address<'get' | 'create' | 'update' | 'delete'>]: Operation<{
    data: LooseRecord;
    meta: { [name: string]: unknown };
  }>;
  [file: Address<'download'>]: Operation<never>;
  [uploaded: Address<'upload'>]: Operation<{
    data: LooseRecord;
    meta: { [name: string]: unknown };
  }>;
}
