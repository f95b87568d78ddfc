import {
  type ControlPlane,
  hidesData,
  type Connection as StoredConnection,
  type TokenPrincipal,
} from '@connectory/control-plane';
import {
  type ActionSearch,
  beginBatch,
  type ContextCopy,
  connectorOf,
  type BatchItem as EndedCall,
  type ExecuteRequest,
  type ExecuteResult,
  type Executor,
  type HeldCall,
  linkOf,
  type Registry,
  titleOf,
  toGatewayError,
} from '@connectory/core';
import { problemOf } from '@connectory/errors';
import { writeExactly } from '@connectory/exact-json';
import {
  type BatchItem,
  type BatchResponse,
  type CallNames,
  type Calls,
  type ChangesCall,
  type ChangesResponse,
  type Connection,
  type ConnectLink,
  type ConnectLinkStatus,
  connectionOf,
  type DescribedEntity,
  type ExecuteInputs,
  type ExecuteResponse,
  type FoundRecord,
  type NewConnectLink,
  type OwnField,
  type RecordTitle,
  type ResolvedCall,
  type SentFile,
} from '@connectory/mcp-server';
import type { UploadedFile } from '@connectory/upstream';
import { changesReader } from '../changes/follow-changes.ts';
import { findConnection, isAllowed } from '../connections/find-connection.ts';
import { findActions } from '../discovery/find-actions.ts';
import { visibleConnector, visibleConnectors, visibleEntity } from '../discovery/visible-connectors.ts';
import type { BatchAccess } from '../execute/batch-access.ts';
import { findRecords } from '../find/routes.ts';
import { ownFieldsBody } from '../own-fields/routes.ts';
import { requireHosted } from '../syncs/require-hosted.ts';
import type { AccountLinks } from './account-links.ts';

/** Dependencies of the calls of tools. */
export interface ToolParts {
  readonly controlPlane: Pick<ControlPlane, 'audit' | 'confirmations' | 'connections' | 'idempotency' | 'workspaces'>;
  readonly registry: Registry;
  /** The synchronized copies; undefined in direct mode. */
  readonly copy: ContextCopy | undefined;
  readonly executor: Executor;
  readonly actionSearch: ActionSearch;
}

/** The request that makes the calls: its principal and its context. */
export interface CallingRequest
  extends Required<Pick<ExecuteRequest, 'principal' | 'requestId' | 'signal' | 'held' | 'span'>> {
  readonly batches: BatchAccess;
  /** URL at which a person decides about a held write. */
  linkTo(held: HeldCall): Promise<string>;
  readonly accounts: AccountLinks;
}

/** Runs the calls of tools in this process as the routes would: with the policy, the executor and the audit of an HTTP call. */
export class GatewayCalls implements Calls {
  readonly #services: ToolParts;
  readonly #request: CallingRequest;

  constructor(services: ToolParts, request: CallingRequest) {
    this.#services = services;
    this.#request = request;
  }

  findActions(search: Parameters<Calls['findActions']>[0]): ReturnType<Calls['findActions']> {
    const connected = search.connected ? 'true' : 'false';
    return explained(() => findActions(this.#services, this.#principal, { ...search, connected }));
  }

  async describeEntity(connector: string, entity: string, connectionId?: string): Promise<DescribedEntity> {
    const visible = await explained(() => visibleConnectors(this.#services, this.#principal));
    const base = visibleConnector(visible, connector);
    const connection = connectionId === undefined ? null : await this.#stored(connectionId);
    const own = connection === null ? base : await explained(() => connectorOf(this.#services, connection));
    // Own fields that are hidden would be named; those that are shown are listed apart.
    const declares = hidesData(this.#principal.policy) && base.entities.has(entity);
    return visibleEntity(declares ? base : (own ?? base), entity, visible.allows);
  }

  async ownFields(connectionId: string, entity: string): Promise<readonly OwnField[]> {
    const connection = await this.#stored(connectionId);
    if (connection === null) return [];
    const { data } = await explained(() => ownFieldsBody(this.#services, connection, this.#principal.policy, entity));
    return data;
  }

  #stored(id: string): Promise<StoredConnection | null> {
    return explained(() => this.#services.controlPlane.connections.get(this.#principal.workspaceId, id));
  }

  async connection(idOrName: string): Promise<Connection | undefined> {
    const { workspaceId, policy } = this.#principal;
    const { connections } = this.#services.controlPlane;
    const found = await explained(
      async () =>
        (await connections.get(workspaceId, idOrName)) ?? (await connections.findByName(workspaceId, idOrName)),
    );
    return found === null || !isAllowed(policy, found) ? undefined : this.#toBody(found);
  }

  async connections(): Promise<readonly Connection[]> {
    const { workspaceId, policy } = this.#principal;
    const all: Connection[] = [];
    let cursor: string | undefined;
    do {
      const request = { limit: 1_000, policy, cursor };
      const page = await explained(() => this.#services.controlPlane.connections.list(workspaceId, request));
      all.push(...page.items.map((one) => this.#toBody(one)));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return all;
  }

  async changes({ connectionId: id, entities, cursor, since, limit }: ChangesCall): Promise<ChangesResponse> {
    const { controlPlane, copy } = this.#services;
    const principal = this.#principal;
    const named = { workspace: { id: principal.workspaceId }, principal, path: { id } };
    const { signal } = this.#request;
    const found = await explained(() => findConnection(controlPlane, named));
    const read = await changesReader(requireHosted(copy), { ...found, entities, signal });
    const from = since === undefined ? (cursor ?? null) : Date.parse(since);
    const { changes, ...end } = await explained(() => read(from, limit));
    return { data: Buffer.from(writeExactly(changes)), meta: { cursor: end.cursor, has_more: end.hasMore } };
  }

  async find(words: string, limit: number): Promise<readonly FoundRecord[]> {
    const { principal, requestId, signal } = this.#request;
    const request = { principal, requestId, via: 'mcp' as const, signal, words, limit };
    const { records } = await explained(() => findRecords(this.#services, request));
    return records;
  }

  async sql(statement: string, limit: number): Promise<ExecuteResponse> {
    const { principal, requestId, signal } = this.#request;
    const call = { principal, requestId, via: 'mcp' as const, signal, statement: { sql: statement, limit } };
    const { json, meta } = await this.#services.executor.runSql(call);
    return { data: json, meta: { ...meta } };
  }

  async titleOf(
    { id, connector }: Connection,
    entity: string,
    record: Readonly<Record<string, unknown>>,
  ): Promise<RecordTitle> {
    const stored = await this.#stored(id);
    const { registry } = this.#services;
    const own = stored === null ? undefined : await explained(() => connectorOf(this.#services, stored));
    const search = (own ?? registry.get(connector))?.entities.get(entity)?.entity.search;
    return {
      title: titleOf(search?.title ?? [], record),
      url: linkOf(search?.link, record, stored?.settings ?? {}),
    };
  }

  connectLink(draft: NewConnectLink): Promise<ConnectLink> {
    return explained(() => this.#request.accounts.connectLink(draft));
  }

  connectLinkStatus(id: string): Promise<ConnectLinkStatus> {
    return explained(() => this.#request.accounts.connectLinkStatus(id));
  }

  async resolve({ connection: wanted, entity, action }: CallNames): Promise<ResolvedCall> {
    const connection = await connectionOf(this, wanted);
    const resolved = await explained(() =>
      this.#services.executor.resolve(this.#principal, connection.id, { entity, action }),
    );
    const requestOf = (inputs: ExecuteInputs): ExecuteRequest => ({
      ...this.#request,
      via: 'mcp',
      connectionId: connection.id,
      body: { entity, action, ...inputs },
      resolved,
    });
    return {
      connection,
      action: resolved.described,
      execute: async (inputs, idempotencyKey, file) => {
        const request = { ...requestOf(inputs), file: file && uploaded(file) };
        const result = await this.#execute(idempotencyKey === undefined ? request : { ...request, idempotencyKey });
        if (result.kind !== 'file') return this.#responseOf(result);
        result.file.body.destroy();
        throw new TypeError('a file was requested as records');
      },
      batch: (list, dryRun, key) => this.#batch(connection.id, { entity, action }, list, dryRun, key),
      download: async (inputs, range) => {
        const result = await this.#execute({ ...requestOf(inputs), range });
        if (result.kind !== 'file') throw new TypeError('records were requested as a file');
        return result.file;
      },
    };
  }

  async #execute(request: ExecuteRequest): Promise<ExecuteResult> {
    const span = this.#request.span?.begin('execute');
    try {
      return await this.#services.executor.execute({ ...request, span });
    } finally {
      span?.end();
    }
  }

  async #batch(
    connectionId: string,
    names: { readonly entity: string; readonly action: string },
    list: readonly ExecuteInputs[],
    dryRun: boolean,
    key: string | undefined,
  ): Promise<BatchResponse> {
    const { held: _, batches, ...request } = this.#request;
    const calls = list.map((inputs) => ({ ...names, ...inputs, select_fields: inputs.select_fields?.slice() }));
    const body = { calls, ...(dryRun && { dry_run: true }) };
    return batches.withParallelism(body, async (access) => {
      const batch = await beginBatch(this.#services, {
        ...request,
        ...access,
        via: 'mcp',
        connectionId,
        body,
        ...(key !== undefined && { idempotencyKey: key }),
      });
      const items: BatchItem[] = [];
      const { error, ...end } = await batch.run(async (item) => {
        items[item.index] = await this.#toItem(item);
      });
      const meta = { ...end, ...(error !== undefined && { error: problemOf(error, request.requestId) }) };
      return { items, meta };
    });
  }

  async #toItem(item: EndedCall): Promise<BatchItem> {
    const { index, status } = item;
    if (status === 'not_run') return { index, status };
    if (!('result' in item)) return { index, status, error: problemOf(item.error, '') };
    const { data, held } = await this.#responseOf(item.result);
    return held === undefined ? { index, status, data: data.toString('utf8') } : { index, status, held };
  }

  async #responseOf(result: Exclude<ExecuteResult, { readonly kind: 'file' }>): Promise<ExecuteResponse> {
    if (result.kind === 'preview') return previewOf(result);
    if (result.kind !== 'held') return { data: result.json, meta: result.meta };
    const { id, expiresAt } = result.held;
    const url = await this.#request.linkTo(result.held);
    return { ...previewOf(result.held), held: { id, expires_at: expiresAt, url } };
  }

  get #principal(): TokenPrincipal {
    return this.#request.principal;
  }

  #toBody({ id, name, connector, state }: StoredConnection): Connection {
    const { vendor = null, kind } = this.#services.registry.get(connector)?.connector ?? {};
    return { id, name, connector, vendor, kind, state };
  }
}

const uploaded = ({ name, type, bytes }: SentFile): UploadedFile => ({
  name,
  type,
  size: bytes.length,
  isSpent: false,
  bytes: async function* () {
    yield bytes;
  },
});

/** Runs a call outside of the executor, whose failure may be one of the database. */
async function explained<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (thrown) {
    throw toGatewayError(thrown);
  }
}

const previewOf = ({ requests }: Pick<HeldCall, 'requests'>): ExecuteResponse => ({
  data: Buffer.from(writeExactly({ requests })),
  meta: {},
});
