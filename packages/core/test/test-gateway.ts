import { randomBytes } from 'node:crypto';
import {
  type Connection,
  type ControlPlane,
  createControlPlane,
  EncryptionKeys,
  type NewConnection,
  type Policy,
  type StoredAuditEntry,
  type TokenPrincipal,
  type Workspace,
} from '@connectory/control-plane';
import { type Database, openDatabase } from '@connectory/database';
import { createEgressGuard, createUpstreamClient, type UpstreamClient } from '@connectory/upstream';
import { onTestFinished } from 'vitest';
import {
  createRegistry,
  type ExecuteObservation,
  type ExecuteRequest,
  type ExecuteResult,
  Executor,
} from '../src/index.ts';
import { notebook, startVendor, type TestVendor, type VendorResponse } from './test-vendor.ts';

/** A gateway without its HTTP server: an executor over a control plane in memory, with one workspace and one connection. */
export interface TestGateway {
  readonly vendor: TestVendor;
  readonly controlPlane: ControlPlane;
  readonly database: Database;
  /** Failures of the control plane that nobody waited for. */
  readonly errors: readonly unknown[];
  readonly executor: Executor;
  readonly upstream: UpstreamClient;
  readonly workspace: Workspace;
  readonly connection: Connection;
  readonly observations: readonly ExecuteObservation[];
  /** Executes in the name of a new token with this policy. */
  execute(body: unknown, request?: Partial<ExecuteRequest>, policy?: Policy): Promise<ExecuteResult>;
  principal(policy?: Policy, workspace?: Workspace): Promise<TokenPrincipal>;
  /** Audit entries of the workspace, in the order of the requests. */
  audit(): Promise<readonly StoredAuditEntry[]>;
  addConnection(changes: Partial<NewConnection>, workspace?: Workspace): Promise<Connection>;
}

/** Opens a gateway that ends with its test; the connection leads to a vendor that responds with `first`. */
export async function openGateway(first?: VendorResponse, changes: Partial<NewConnection> = {}): Promise<TestGateway> {
  const vendor = await startVendor(first);
  const database = await openDatabase(':memory:');
  const errors: unknown[] = [];
  const controlPlane = await createControlPlane({
    database,
    encryptionKeys: new EncryptionKeys([randomBytes(32)]),
    onError: (error) => errors.push(error),
  });
  const upstream = createUpstreamClient({
    guard: createEgressGuard(['127.0.0.1']),
    retry: { sleep: async () => undefined },
  });
  onTestFinished(async () => {
    await upstream.close();
    await controlPlane.close();
    await database.close();
  });
  const observations: ExecuteObservation[] = [];
  const executor = new Executor({
    registry: createRegistry([notebook]),
    controlPlane,
    upstream,
    observe: (observation) => observations.push(observation),
  });
  const workspace = await controlPlane.workspaces.create('test');
  const addConnection: TestGateway['addConnection'] = (more, { id } = workspace) =>
    controlPlane.connections.create(id, {
      connector: 'notebook',
      name: 'notebook',
      authentication: 'key',
      settings: { base_url: vendor.origin },
      credentials: { api_key: 'key-of-the-account' },
      ...more,
    });
  const principal: TestGateway['principal'] = async (policy = {}, { id } = workspace) => {
    const { text } = await controlPlane.tokens.create(id, { name: 'test', policy });
    const found = await controlPlane.tokens.authenticate(text.reveal());
    if (found?.kind !== 'token') throw new Error('the token is not accepted');
    return found;
  };
  const connection = await addConnection(changes);
  let requests = 0;
  return {
    vendor,
    controlPlane,
    database,
    errors,
    executor,
    upstream,
    workspace,
    connection,
    observations,
    principal,
    addConnection,
    async execute(body, request = {}, policy = {}) {
      const caller = request.principal ?? (await principal(policy));
      return executor.execute({
        principal: caller,
        connectionId: connection.id,
        body,
        requestId: `request-${++requests}`,
        ...request,
      });
    },
    async audit() {
      const { items } = await controlPlane.audit.list(workspace.id);
      // Entries of the same millisecond come in any order.
      return items.toSorted((one, other) => one.requestId.localeCompare(other.requestId, 'en', { numeric: true }));
    },
  };
}

/** The JSON and pagination of a result that has records or a record. */
export function contentOf(result: ExecuteResult): {
  readonly data: unknown;
  readonly meta: Readonly<Record<string, unknown>>;
} {
  if (result.kind !== 'records' && result.kind !== 'record') throw new Error(`a ${result.kind} has no JSON`);
  return { data: JSON.parse(result.json.toString('utf8')), meta: result.meta };
}
