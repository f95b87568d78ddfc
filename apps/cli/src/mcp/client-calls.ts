import { type Client, ConnectoryError, formBody } from '@connectory/client';
import { parseVerbatim, planSlices, sliceJson } from '@connectory/exact-json';
import {
  type ActionSearch,
  actionOf,
  type BatchItem,
  type BatchResponse,
  type CallNames,
  CallProblem,
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
  type Problem,
  type RecordTitle,
  type ResolvedCall,
} from '@connectory/mcp-server';
import { LRUCache } from 'lru-cache';
import { problemOf } from '../gateway.ts';

type FoundActions = Awaited<ReturnType<Calls['findActions']>>;

// Actions and connections rarely change, and every tool call needs both.
const remembered = { max: 200, ttl: 60_000 };

interface Known {
  readonly entities: LRUCache<string, DescribedEntity>;
  readonly connections: LRUCache<'all', readonly Connection[]>;
  workspace?: string | undefined;
}

const noneKnown = (): Known => ({
  entities: new LRUCache(remembered),
  connections: new LRUCache({ ...remembered, max: 1 }),
});

const parts = planSlices(['data', 'meta'], undefined);
const changesAddress = '/api/v1/workspaces/{workspace}/connections/{id}/changes';
const batchAddress = '/api/v1/integrations/connectors/{connector_id}/batch';
const searchAddress = '/api/v1/workspaces/{workspace}/search';
const executeAddress = '/api/v1/integrations/connectors/{connector_id}/execute';

/** Runs the calls of tools on a gateway over HTTP. Throws `CallProblem` with the problem of the gateway. */
export class ClientCalls implements Calls {
  readonly #client: Client;
  readonly #signal: AbortSignal | undefined;
  readonly #known: Known;

  constructor(client: Client, { signal, known = noneKnown() }: { signal?: AbortSignal; known?: Known } = {}) {
    this.#client = client;
    this.#signal = signal;
    this.#known = known;
  }

  /** The same calls, which end when `signal` aborts. */
  until(signal: AbortSignal): ClientCalls {
    return new ClientCalls(this.#client, { signal, known: this.#known });
  }

  findActions({ q, connector, action, effect, connected, limit }: ActionSearch): Promise<FoundActions> {
    const query = {
      limit,
      connected: connected ? ('true' as const) : ('false' as const),
      ...(q !== undefined && { q }),
      ...(connector !== undefined && { connector }),
      ...(action !== undefined && { action }),
      ...(effect !== undefined && { effect }),
    };
    return explained(async () => {
      const { data } = await this.#client.transport.GET('/api/v1/actions', { params: { query } });
      return data as FoundActions;
    });
  }

  async describeEntity(connector: string, entity: string): Promise<DescribedEntity> {
    const key = JSON.stringify([connector, entity]);
    const known = this.#known.entities.get(key);
    if (known !== undefined) return known;
    const described = await explained(async () => {
      const path = { id: connector, entity };
      const { data } = await this.#client.transport.GET('/api/v1/connectors/{id}/entities/{entity}', {
        params: { path },
      });
      return data as DescribedEntity;
    });
    this.#known.entities.set(key, described);
    return described;
  }

  ownFields(connectionId: string, entity: string): Promise<readonly OwnField[]> {
    return explained(async () => {
      const workspace = this.#client.workspace(await this.#workspaceName());
      return (await workspace.connections.ownFields(connectionId, { entity })).data;
    });
  }

  async connection(idOrName: string): Promise<Connection | undefined> {
    const all = await this.connections();
    return all.find(({ id }) => id === idOrName) ?? all.find(({ name }) => name === idOrName);
  }

  async connections(): Promise<readonly Connection[]> {
    const known = this.#known.connections.get('all');
    if (known !== undefined) return known;
    const all = await explained(() => Array.fromAsync(this.#client.connectorInstances()));
    this.#known.connections.set('all', all);
    return all;
  }

  changes({ connectionId, entities, cursor, since, limit }: ChangesCall): Promise<ChangesResponse> {
    return explained(async () => {
      const query = {
        limit,
        ...(cursor !== undefined && { cursor }),
        ...(since !== undefined && { since }),
        ...(entities !== undefined && { entity: entities.join(',') }),
      };
      const path = { workspace: await this.#workspaceName(), id: connectionId };
      const { data } = await this.#client.transport.GET(changesAddress, {
        params: { path, query },
        parseAs: 'arrayBuffer',
        ...this.#ended,
      });
      // Without `Accept: text/event-stream`, the response is JSON.
      return responseOf<ChangesResponse>(data as ArrayBuffer | undefined);
    });
  }

  find(words: string, limit: number): Promise<readonly FoundRecord[]> {
    return explained(async () => {
      const { data } = await this.#client.transport.POST(searchAddress, {
        params: { path: { workspace: await this.#workspaceName() } },
        body: { words, limit },
        parseAs: 'text',
        ...this.#ended,
      });
      // With the digits of long integers in the parameters of calls.
      return (parseVerbatim((data as string | undefined) ?? '{"data":[]}') as { readonly data: readonly FoundRecord[] })
        .data;
    });
  }

  sql(statement: string, limit: number): Promise<ExecuteResponse> {
    return explained(async () => {
      const { data } = await this.#client.transport.POST('/api/v1/workspaces/{workspace}/sql', {
        params: { path: { workspace: await this.#workspaceName() } },
        body: { sql: statement, limit },
        parseAs: 'arrayBuffer',
        ...this.#ended,
      });
      return responseOf<ExecuteResponse>(data as ArrayBuffer | undefined);
    });
  }

  async titleOf(
    { connector }: Connection,
    entity: string,
    record: Readonly<Record<string, unknown>>,
  ): Promise<RecordTitle> {
    const { search } = await this.describeEntity(connector, entity);
    const values = (search?.title ?? []).map((field) => record[field]).filter((value) => typeof value === 'string');
    // The settings that links are made of stay in the gateway.
    return { title: values.length === 0 ? null : values.join(' '), url: null };
  }

  connectLink(draft: NewConnectLink): Promise<ConnectLink> {
    return explained(async () => {
      const workspace = await this.#workspaceName();
      return this.#client.workspace(workspace).connectLinks.create({ ...draft, expires_in: 3_600 });
    });
  }

  async connectLinkStatus(id: string): Promise<ConnectLinkStatus> {
    const status = await explained(async () => {
      const workspace = await this.#workspaceName();
      return this.#client.workspace(workspace).connectLinks.get(id);
    });
    if (status.state === 'connected') this.#known.connections.clear();
    return status;
  }

  async resolve({ connection: wanted, entity, action }: CallNames): Promise<ResolvedCall> {
    const connection = await connectionOf(this, wanted);
    const described = actionOf(await this.describeEntity(connection.connector, entity), action);
    const initOf = (inputs: ExecuteInputs) => ({
      params: { path: { connector_id: connection.id } },
      body: { entity, action, ...inputs } as { readonly entity: string; readonly action: string },
    });
    return {
      connection,
      action: described,
      execute: (inputs, key, file) =>
        explained(async () => {
          const { params, body } = initOf(inputs);
          const form = file && formBody(body, new Blob([file.bytes], { type: file.type }), file.name);
          const { data, response } = await this.#client.transport.POST(executeAddress, {
            params: { ...params, ...(key !== undefined && { header: { 'Idempotency-Key': key } }) },
            body,
            ...form,
            parseAs: 'arrayBuffer',
            ...this.#ended,
          });
          return response.status === 202 ? heldOf(data) : responseOf<ExecuteResponse>(data);
        }),
      batch: (list, dryRun, key) =>
        explained(async () => {
          const { data } = await this.#client.transport.POST(batchAddress, {
            params: {
              path: { connector_id: connection.id },
              ...(key !== undefined && { header: { 'Idempotency-Key': key } }),
            },
            body: { calls: list.map((inputs) => initOf(inputs).body), ...(dryRun && { dry_run: true }) },
            parseAs: 'text',
            ...this.#ended,
          });
          return batchOf(data as string | undefined);
        }),
      download: (inputs, range) =>
        explained(async () => {
          const { response } = await this.#client.transport.POST(executeAddress, {
            ...initOf(inputs),
            headers: { range },
            parseAs: 'stream',
            ...this.#ended,
          });
          const body = response.body ?? new ReadableStream();
          return { status: response.status, headers: Object.fromEntries(response.headers), body };
        }),
    };
  }

  get #ended(): { readonly signal?: AbortSignal } {
    return this.#signal === undefined ? {} : { signal: this.#signal };
  }

  /** Returns the workspace of the token, which has only one. */
  async #workspaceName(): Promise<string> {
    this.#known.workspace ??= (await this.#client.workspaces.list().next()).value?.name;
    return this.#known.workspace ?? '';
  }
}

function responseOf<Response>(data: ArrayBuffer | undefined): Response {
  const body = Buffer.from(data ?? new ArrayBuffer(0));
  const { values } = sliceJson(body, parts);
  const part = (name: string) => body.subarray(values.get(name)?.start, values.get(name)?.end);
  return { data: part('data'), meta: JSON.parse(part('meta').toString('utf8')) } as Response;
}

type HeldData = { readonly held: NonNullable<ExecuteResponse['held']> & { readonly preview: object } };

function heldOf(data: ArrayBuffer | undefined): ExecuteResponse {
  const { held } = JSON.parse(responseOf<ExecuteResponse>(data).data.toString('utf8')) as HeldData;
  return { data: Buffer.from(JSON.stringify(held.preview)), meta: {}, held };
}

function batchOf(text = '{"data":[],"meta":{}}'): BatchResponse {
  // Only the records keep the digits that were written.
  const { data: exact } = parseVerbatim(text) as { readonly data: readonly { readonly result?: { data: unknown } }[] };
  const { data, meta } = JSON.parse(text) as {
    readonly data: readonly (BatchItem & { readonly result?: { readonly data: object | HeldData } })[];
    readonly meta: object;
  };
  const items = data.map(({ index, status, error, result }, position) => ({
    index,
    status,
    ...(error !== undefined && { error }),
    ...(status === 'succeeded' && { data: JSON.stringify(exact[position]?.result?.data) }),
    ...(result !== undefined && 'held' in result.data && { held: result.data.held }),
  }));
  return { items, meta: { ...meta } };
}

async function explained<Response>(call: () => Promise<Response>): Promise<Response> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ConnectoryError)) throw error;
    const { retryAfterSeconds } = error;
    throw new CallProblem(problemOf(error) as Problem, { retryAfterSeconds, cause: error });
  }
}
