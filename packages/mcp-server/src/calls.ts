import type { Problem } from './call-problem.ts';

/** What an action does to the business system; `outward` reaches people or systems beyond it. */
export type Effect = 'read' | 'write' | 'delete' | 'outward';

/** A connection in short. */
export interface NamedConnection {
  readonly id: string;
  readonly name: string;
}

/** An action as `GET /api/v1/actions` returns it. */
export interface FoundAction {
  readonly connector: string;
  /** The vendor, as people call it. */
  readonly vendor: string;
  readonly entity: string;
  readonly action: string;
  readonly effect: Effect;
  readonly summary: string;
  readonly params: readonly { readonly name: string; readonly type: string; readonly required: boolean }[];
  readonly connections?: readonly NamedConnection[] | undefined;
}

/** Search criteria; each narrows the result. */
export interface ActionSearch {
  readonly q?: string | undefined;
  readonly connector?: string | undefined;
  readonly action?: 'context_store_search' | 'download' | undefined;
  readonly effect?: Effect | undefined;
  /** Only actions that can be run through an existing connection. */
  readonly connected: boolean;
  readonly limit: number;
}

/** A JSON Schema, as far as it is read here. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema | boolean;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

/** One action of a described entity. */
export interface DescribedAction {
  readonly action: string;
  readonly summary: string;
  readonly effect: Effect;
  readonly params: JsonSchema;
  readonly result: 'records' | 'record' | 'file';
  readonly result_schema?: JsonSchema;
  readonly deprecated?: unknown;
}

/** A search field; `format` is that of a time. */
interface SearchedField {
  readonly name: string;
  readonly type: string;
  readonly format?: string | undefined;
}

/** An entity as `GET /api/v1/connectors/{connector}/entities/{entity}` returns it, without what the token may not use. */
export interface DescribedEntity {
  readonly name: string;
  readonly summary: string;
  readonly record: JsonSchema;
  readonly actions: readonly DescribedAction[];
  readonly key: string | readonly string[] | null;
  readonly search: { readonly title?: readonly string[] | undefined; readonly fields: readonly SearchedField[] } | null;
}

/** A connection as `GET /api/v1/integrations/connectors` returns it. */
export interface Connection extends NamedConnection {
  readonly connector: string;
  readonly vendor: string | null;
  /** The kind of system, if it is known: another name that a caller may use. */
  readonly kind?: string | undefined;
  readonly state: string;
}

/** An account to connect: a new connection, or one that is connected again. */
export interface NewConnectLink {
  readonly connector: string;
  readonly name?: string;
  readonly connection_id?: string;
}

/** A link with which a person connects an account once. */
export interface ConnectLink {
  readonly id: string;
  readonly url: string;
  readonly expires_at: string;
}

/** What has become of a link, as `GET /api/v1/workspaces/{workspace}/connect-links/{id}` returns it. */
export interface ConnectLinkStatus {
  readonly state: 'open' | 'connected' | 'expired' | 'revoked';
  readonly connector: string;
  /** Ids of the connections that were made. */
  readonly connections: readonly string[];
  readonly last_problem: string | null;
}

/** The names in a call: of an entity and an action, and of a connection, its id, or its connector if it is the only one of that. */
export interface CallNames {
  readonly connection: string;
  readonly entity: string;
  readonly action: string;
}

/** The members of the envelope of spec/execute.md alongside entity and action. */
export interface ExecuteInputs {
  readonly params: Readonly<Record<string, unknown>>;
  readonly select_fields?: readonly string[] | undefined;
  readonly intent?: string | undefined;
  readonly dry_run?: boolean | undefined;
}

/** The file of an upload. */
export interface SentFile {
  readonly name: string;
  /** The media type. */
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A call whose names were found: it can be run now, without being looked up again. */
export interface ResolvedCall {
  readonly connection: Connection;
  readonly action: DescribedAction;
  /** Runs the action; `file` is that of an upload. */
  execute(inputs: ExecuteInputs, idempotencyKey?: string, file?: SentFile): Promise<ExecuteResponse>;
  /** Runs the action once for each of the inputs. Throws if nothing was sent. */
  batch(inputs: readonly ExecuteInputs[], dryRun: boolean, idempotencyKey?: string): Promise<BatchResponse>;
  /** Runs a download; `range` is the value of a `Range` header. */
  download(inputs: ExecuteInputs, range: string): Promise<FileResponse>;
}

/** A write that waits for approval. */
interface HeldCall {
  readonly id: string;
  readonly expires_at: string;
  /** Where a person decides. */
  readonly url: string;
}

/** Result of an action: JSON text, with pagination in `meta`; the requests that would be sent for a write that is `held`. */
export interface ExecuteResponse {
  readonly data: Buffer;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly held?: HeldCall;
}

/** How one call of a batch ended; `unknown` is a write that may have been carried out. */
export interface BatchItem {
  readonly index: number;
  readonly status: 'succeeded' | 'held' | 'failed' | 'unknown' | 'not_run';
  /** JSON text of the record, or of the requests of a dry run. */
  readonly data?: string;
  /** A write that waits for approval. */
  readonly held?: HeldCall;
  readonly error?: Problem;
}

/** How the calls of a batch ended, in their order. */
export interface BatchResponse {
  readonly items: readonly BatchItem[];
  readonly meta: Readonly<Record<string, unknown>>;
}

/** Which changes of the copies of a connection to read; `cursor` and `since` (ISO 8601) exclude each other. */
export interface ChangesCall {
  readonly connectionId: string;
  readonly entities?: readonly string[] | undefined;
  readonly cursor?: string | undefined;
  readonly since?: string | undefined;
  readonly limit: number;
}

/** A page of changes: the JSON text of an array of them, and where it ended. */
export interface ChangesResponse {
  readonly data: Buffer;
  readonly meta: { readonly cursor: string; readonly has_more: boolean };
}

/** A field that the account of a connection has added, as `GET …/connections/{id}/fields` returns it. */
export interface OwnField {
  /** Path in records and searches. */
  readonly path: string;
  /** What people call it. */
  readonly label: string;
  readonly type: string;
  readonly format: string | null;
  /** Whether searches have it. */
  readonly copied: boolean;
  /** Since when the vendor no longer has it; null while it has. */
  readonly gone_at: string | null;
}

/** A record that was found by words. */
export interface FoundRecord {
  readonly connection: NamedConnection;
  readonly entity: string;
  readonly title: string;
  /** Its page for people. */
  readonly url: string | null;
  /** The call that returns the whole record. */
  readonly call: { readonly action: string; readonly params: Readonly<Record<string, unknown>> };
}

/** What people call a record, and its page; null where they are not known. */
export interface RecordTitle {
  readonly title: string | null;
  readonly url: string | null;
}

/** A file, or the requested part of it (status 206). If the body is abandoned, no more is fetched. */
export interface FileResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * The calls of the tools to a gateway, on behalf of one token: in the gateway's own process, or over HTTP from the command line. All of
 * them throw `CallProblem` or `GatewayError` if the gateway rejects the call or fails. Policies, limits and audit are those of the gateway.
 */
export interface Calls {
  /** The actions that the token may use, best match first; `meta.total` counts them all. */
  findActions(
    search: ActionSearch,
  ): Promise<{ readonly data: readonly FoundAction[]; readonly meta: { readonly total: number } }>;
  /** Describes an entity of a connector; with a connection, also one that its account has added, where the gateway can say. */
  describeEntity(connector: string, entity: string, connectionId?: string): Promise<DescribedEntity>;
  /** The fields that the account of a connection has added to an entity. */
  ownFields(connectionId: string, entity: string): Promise<readonly OwnField[]>;
  /** The connection of that id or name; undefined where the token may use none such. */
  connection(idOrName: string): Promise<Connection | undefined>;
  /** All connections that the token may use. */
  connections(): Promise<readonly Connection[]>;
  changes(call: ChangesCall): Promise<ChangesResponse>;
  /** Finds records by words in all copies that the token may search, best first. */
  find(words: string, limit: number): Promise<readonly FoundRecord[]>;
  /** Runs one SELECT statement over all copies that the token may search; `limit` is the most rows. */
  sql(statement: string, limit: number): Promise<ExecuteResponse>;
  /** The title and the page of a record that a call returned. */
  titleOf(connection: Connection, entity: string, record: Readonly<Record<string, unknown>>): Promise<RecordTitle>;
  /** Makes a link with which a person connects an account. Throws `forbidden` for a token that may not manage its workspace. */
  connectLink(draft: NewConnectLink): Promise<ConnectLink>;
  connectLinkStatus(id: string): Promise<ConnectLinkStatus>;
  /** Finds the connection and the action of a call. Throws `connector_not_found`, `unknown_entity`, `action_not_available`, `forbidden`. */
  resolve(names: CallNames): Promise<ResolvedCall>;
}
