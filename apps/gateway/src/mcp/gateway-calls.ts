import type { ActionSearch } from '@connectory/action-search';
import type { ControlPlane, Connection as StoredConnection, TokenPrincipal } from '@connectory/control-plane';
import type { ContextCopy, ExecuteRequest, ExecuteResult, Executor, Registry } from '@connectory/core';
import { writeExactly } from '@connectory/exact-json';
import type {
  Calls,
  ChangesAnswer,
  ChangesCall,
  Connection,
  DescribedEntity,
  ExecuteAnswer,
  ExecuteCall,
  FileAnswer,
} from '@connectory/mcp-server';
import { changesReader } from '../changes/follow-changes.ts';
import { findConnection, isAllowed } from '../connections/find-connection.ts';
import { findActions } from '../discovery/find-actions.ts';
import { visibleConnector, visibleConnectors, visibleEntity } from '../discovery/visible-connectors.ts';
import { requireHosted } from '../syncs/require-hosted.ts';

/** Dependencies of the calls of tools. */
export interface ToolParts {
  readonly controlPlane: Pick<ControlPlane, 'connections'>;
  readonly registry: Registry;
  /** The synchronized copies; undefined in direct mode. */
  readonly copy: ContextCopy | undefined;
  readonly executor: Executor;
  readonly actionSearch: ActionSearch;
}

/** The request that makes the calls: its principal and its context. */
export type CallingRequest = Required<Pick<ExecuteRequest, 'principal' | 'requestId' | 'signal' | 'held' | 'span'>>;

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
    return findActions(this.#services, this.#principal, { ...search, connected });
  }

  async describeEntity(connector: string, entity: string): Promise<DescribedEntity> {
    const visible = await visibleConnectors(this.#services, this.#principal);
    return visibleEntity(visibleConnector(visible, connector), entity, visible.allows);
  }

  async connection(idOrName: string): Promise<Connection | undefined> {
    const { workspaceId, policy } = this.#principal;
    const { connections } = this.#services.controlPlane;
    const found =
      (await connections.get(workspaceId, idOrName)) ?? (await connections.findByName(workspaceId, idOrName));
    return found === null || !isAllowed(policy, found) ? undefined : this.#toBody(found);
  }

  async connections(): Promise<readonly Connection[]> {
    const { workspaceId, policy } = this.#principal;
    const all: Connection[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.#services.controlPlane.connections.list(workspaceId, { limit: 1_000, policy, cursor });
      all.push(...page.items.map((one) => this.#toBody(one)));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return all;
  }

  async changes({ connectionId: id, entities, cursor, since, limit }: ChangesCall): Promise<ChangesAnswer> {
    const { controlPlane, copy } = this.#services;
    const principal = this.#principal;
    const named = { workspace: { id: principal.workspaceId }, principal, path: { id } };
    const { signal } = this.#request;
    const found = await findConnection(controlPlane, named);
    const read = changesReader(requireHosted(copy), { ...found, entities, signal });
    const { changes, ...end } = await read(since === undefined ? (cursor ?? null) : Date.parse(since), limit);
    return { data: Buffer.from(writeExactly(changes)), meta: { cursor: end.cursor, has_more: end.hasMore } };
  }

  async execute(call: ExecuteCall): Promise<ExecuteAnswer> {
    const result = await this.#execute(this.#executeRequest(call));
    if (result.kind !== 'file') return answerOf(result);
    result.file.body.destroy();
    throw new TypeError('a file was requested as records');
  }

  async download(call: ExecuteCall, range: string): Promise<FileAnswer> {
    const result = await this.#execute({ ...this.#executeRequest(call), range });
    if (result.kind !== 'file') throw new TypeError('records were requested as a file');
    return result.file;
  }

  async #execute(request: ExecuteRequest): Promise<ExecuteResult> {
    const span = this.#request.span?.begin('execute');
    try {
      return await this.#services.executor.execute({ ...request, span });
    } finally {
      span?.end();
    }
  }

  get #principal(): TokenPrincipal {
    return this.#request.principal;
  }

  #executeRequest({ connectionId, envelope, idempotencyKey }: ExecuteCall): ExecuteRequest {
    return {
      ...this.#request,
      connectionId,
      body: envelope,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    };
  }

  #toBody({ id, name, connector, state }: StoredConnection): Connection {
    const vendor = this.#services.registry.get(connector)?.connector.vendor ?? null;
    return { id, name, connector, vendor, state };
  }
}

function answerOf(result: Exclude<ExecuteResult, { readonly kind: 'file' }>): ExecuteAnswer {
  if (result.kind !== 'preview') return { data: result.json, meta: result.meta };
  return { data: Buffer.from(writeExactly({ requests: result.requests })), meta: {} };
}
