import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Connector, EventHint } from '@connectory/connector-sdk';
import type { DirectActionName } from '@connectory/connector-sdk/engine';
import {
  type ContextStore,
  type EntityPlan,
  type EntitySyncState,
  type HintOutcome,
  openSqliteStore,
  type StoredRecord,
} from '@connectory/context-store';
import {
  type Connection,
  type ControlPlane,
  createControlPlane,
  EncryptionKeys,
  type StoredAuditEntry,
  type TokenPrincipal,
  type Workspace,
} from '@connectory/control-plane';
import {
  ContextCopy,
  connectorOf,
  createRegistry,
  type ExecuteResult,
  Executor,
  noContent,
  type OwnContent,
  type Registry,
  requireSoundConnector,
  type VendorWebhooks,
} from '@connectory/core';
import { type Database, openDatabase } from '@connectory/database';
import type { GatewayError } from '@connectory/errors';
import { exampleSettings, fixedDay, type LoggedRequest, type RunningSandbox, startSandbox } from '@connectory/sandbox';
import { createEgressGuard, createUpstreamClient, type UpstreamClient } from '@connectory/upstream';
import { Finding } from './conformance-check.ts';
import { suiteSettings } from './declarations.ts';
import { sampleFile } from './sample-file.ts';
import type { TestConnectorOptions } from './test-connector.ts';
import { MovableClock } from './test-doubles.ts';

/** How a call ended: with a result, or with the error its caller gets. */
export type Outcome =
  | { readonly result: ExecuteResult; readonly error?: never }
  | { readonly result?: never; readonly error: GatewayError };

/** What a connection is to have other than the demo credentials and settings of the sandbox. */
export interface ConnectionChanges {
  readonly authentication?: string;
  readonly credentials?: Readonly<Record<string, string>>;
  readonly baseUrl?: string;
}

const recordsPerEntity = 25;
const maxSync = 120_000;
const maxFollow = 60_000;
const hour = 3_600_000;

/** The gateway of the suite, without its HTTP server, with one connector and its simulated upstream. */
export class TestGateway {
  readonly connector: Connector;
  readonly registry: Registry;
  readonly sandbox: RunningSandbox['sandbox'];
  readonly sandboxOrigin: string;
  /** The time of the synchronization: the records of the sandbox are older. */
  readonly clock = new MovableClock(fixedDay + hour);
  readonly #options: TestConnectorOptions;
  readonly #upstreams: RunningSandbox;
  readonly #database: Database;
  readonly #controlPlane: ControlPlane;
  readonly #client: UpstreamClient;
  readonly #executor: Executor;
  readonly #store: ContextStore;
  readonly #copy: ContextCopy;
  readonly #directory: string;
  readonly #workspace: Workspace;
  readonly #principal: TokenPrincipal;
  /** Errors of synchronizations, by entity. */
  readonly syncErrors = new Map<string, unknown>();
  #connection: Connection | undefined;
  #followed: ((outcome: HintOutcome | 'failed') => void) | undefined;
  #signedIn: Promise<unknown> | undefined;
  #calls = 0;
  #waited = 0;

  private constructor(connector: Connector, options: TestConnectorOptions, parts: Parts) {
    this.connector = connector;
    this.#options = options;
    this.#upstreams = parts.upstreams;
    this.sandbox = parts.upstreams.sandbox;
    this.sandboxOrigin = parts.upstreams.origin;
    this.#database = parts.database;
    this.#controlPlane = parts.controlPlane;
    this.#store = parts.store;
    this.#directory = parts.directory;
    this.#workspace = parts.workspace;
    this.#principal = parts.principal;
    requireSoundConnector(connector);
    this.registry = createRegistry([connector]);
    this.#client = createUpstreamClient({
      guard: createEgressGuard(['127.0.0.1']),
      // Whether a call is repeated is looked at, not how long that takes; no check holds back the next one.
      retry: {
        sleep: async (milliseconds) => {
          this.#waited += milliseconds;
        },
        now: () => performance.now() + this.#waited,
        maxWait: Number.POSITIVE_INFINITY,
      },
      circuitRecovery: 0,
      unlimitedSync: true,
    });
    const services = { registry: this.registry, controlPlane: parts.controlPlane, upstream: this.#client };
    this.#copy = new ContextCopy({
      ...services,
      store: parts.store,
      clock: this.clock,
      onHint: (_connectionId, outcome) => this.#followed?.(outcome),
      onError: (error, _connectionId, entity) => {
        this.syncErrors.set(entity ?? '', error);
        this.#followed?.('failed');
      },
    });
    this.#executor = new Executor({ ...services, copy: this.#copy });
  }

  /** Opens a gateway with its sandbox, a workspace and a token. */
  static async open(
    connector: Connector,
    options: TestConnectorOptions,
    upstream: { readonly pageSize?: number } = {},
  ): Promise<TestGateway> {
    const upstreams = await startSandbox({
      connectors: [connector],
      sandboxes: options.sandbox === undefined ? [] : [options.sandbox],
      recordsPerEntity,
      ...upstream,
    });
    const directory = await mkdtemp(join(tmpdir(), 'connectory-testkit-'));
    const database = await openDatabase(':memory:');
    const encryptionKeys = new EncryptionKeys([randomBytes(32)]);
    const controlPlane = await createControlPlane({ database, encryptionKeys });
    const store = await openSqliteStore(directory);
    const workspace = await controlPlane.workspaces.create('testkit');
    const { text } = await controlPlane.tokens.create(workspace.id, { name: 'testkit' });
    const principal = await controlPlane.tokens.authenticate(text.reveal());
    if (principal?.kind !== 'token') throw new Error('the token of the suite is not accepted');
    const parts = { upstreams, directory, database, controlPlane, store, workspace, principal };
    return new TestGateway(connector, options, parts);
  }

  /** Executes an action on the connection of the suite, or on another one; an upload with the sample file. Never throws. */
  async execute(body: Readonly<Record<string, unknown>>, connection?: Connection): Promise<Outcome> {
    const { id } = connection ?? (await this.connection());
    const request = { principal: this.#principal, connectionId: id, body, requestId: `testkit-${++this.#calls}` };
    const file = body.action === 'upload' ? { file: sampleFile() } : {};
    return this.#executor.execute({ ...request, ...file }).then(
      (result) => ({ result }),
      (error: GatewayError) => ({ error }),
    );
  }

  /** Runs the check action of a connection; returns its error. */
  async check(connection: Connection): Promise<GatewayError | undefined> {
    return this.#executor.check(this.#workspace.id, connection.id).then(
      () => undefined,
      (error: GatewayError) => error,
    );
  }

  /** The webhooks of the simulated vendor. */
  async webhooks(): Promise<VendorWebhooks> {
    return this.#executor.webhooks(this.#workspace.id, (await this.connection()).id);
  }

  /** Sees to it that the connection of the suite has its access token, so that what fails next is not the request for one. */
  async signIn(): Promise<void> {
    this.#signedIn ??= this.connection().then((connection) => this.check(connection));
    await this.#signedIn;
  }

  /** The default connection of the suite as it is now: demo credentials, and settings with which every entity has records. */
  async connection(): Promise<Connection> {
    this.#connection ??= await this.connect();
    const { id } = this.#connection;
    return (await this.#controlPlane.connections.get(this.#workspace.id, id, { fresh: true })) ?? this.#connection;
  }

  /** What was discovered of the account of the connection of the suite. */
  async ownContent(): Promise<OwnContent> {
    const { id } = await this.connection();
    const stored = await this.#controlPlane.connections.ownFields(this.#workspace.id, id);
    return stored === null ? noContent : JSON.parse(stored.content);
  }

  /** The connector as the connection of the suite sees it, with what its account has added. */
  async ownConnector(): Promise<Connector> {
    const parts = { registry: this.registry, controlPlane: this.#controlPlane };
    return (await connectorOf(parts, await this.connection()))?.connector ?? this.connector;
  }

  /** Creates a connection. */
  connect({ authentication, credentials, baseUrl }: ConnectionChanges = {}): Promise<Connection> {
    const { id, upstream } = this.connector;
    const chosen = authentication ?? Object.keys(upstream.authentication)[0] ?? '';
    return this.#controlPlane.connections.create(this.#workspace.id, {
      connector: id,
      name: `connection ${++this.#calls}`,
      authentication: chosen,
      credentials: credentials ?? this.sandbox.credentials(id, chosen),
      settings: {
        ...suiteSettings(this.connector),
        ...exampleSettings(this.connector, this.sandbox),
        ...this.#options.settings,
        base_url: baseUrl ?? this.sandbox.baseUrl(this.sandboxOrigin, id),
      },
    });
  }

  /** How long calls would have waited for limits and retries, in milliseconds. */
  get waited(): number {
    return this.#waited;
  }

  /** Parameters with which an action finds something. */
  example(entity: string, action: DirectActionName): Readonly<Record<string, unknown>> {
    return this.#options.params?.[`${entity}.${action}`] ?? this.sandbox.example(this.connector.id, entity, action);
  }

  /** Runs a function and returns the requests that reached the sandbox meanwhile, without token refreshes. */
  async arrivalsDuring(work: () => Promise<unknown>): Promise<readonly LoggedRequest[]> {
    const last = this.sandbox.requests.at(-1);
    await work();
    const { requests } = this.sandbox;
    const arrived = requests.slice(last === undefined ? 0 : requests.lastIndexOf(last) + 1);
    return arrived.filter(({ url }) => !this.#isToken(url.slice(this.connector.id.length + 1)));
  }

  /** Answers a token request in the place of a vendor that fails otherwise; false for any other request. */
  responsesToken(request: IncomingMessage, response: ServerResponse): boolean {
    if (!this.#isToken(request.url ?? '')) return false;
    request.url = `/${this.connector.id}${request.url}`;
    this.sandbox.handle(request, response);
    return true;
  }

  #isToken(url: string): boolean {
    return this.sandbox.isTokenPath(this.connector.id, url.split('?', 1)[0] ?? '');
  }

  /** What the copy holds of an entity, with search fields only, in key order. */
  async stored({ layout }: EntityPlan): Promise<readonly StoredRecord[]> {
    const scope = { connectionId: (await this.connection()).id, layout };
    const records: StoredRecord[] = [];
    for (;;) {
      const page = await this.#store.listRecords(scope, records.at(-1)?.key ?? null, 1000);
      if (page.length === 0) return records;
      records.push(...page);
    }
  }

  /** Synchronizes all entities, from the start if `full`, and waits; returns the state of each entity. */
  async synchronize({ full }: { readonly full: boolean }): Promise<ReadonlyMap<string, EntitySyncState>> {
    const connection = await this.connection();
    const before = await this.#states();
    await this.#copy.request(connection, { full });
    const started = performance.now();
    for (;;) {
      const states = await this.#states();
      const isDone = [...states].every(([name, { phase, pass }]) => {
        const { pass: earlier = 0 } = before.get(name) ?? {};
        return phase === 'idle' && pass > earlier;
      });
      if (isDone || this.syncErrors.size > 0) return states;
      if (performance.now() - started > maxSync) {
        const waiting = [...states.values()].filter(({ phase }) => phase !== 'idle').map(({ entity }) => entity);
        throw new Finding(`The copy was not complete after two minutes; still reading: ${waiting.join(', ')}.`);
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** Begins a full pass of every entity, and returns the states when nothing runs any more, however the passes ended. */
  async attempt(): Promise<readonly EntitySyncState[]> {
    const connection = await this.connection();
    this.clock.moveOn(2 * hour);
    await this.#copy.request(connection, { full: true });
    const isRunning = () => this.#copy.bounds.some(({ name, inUse }) => name === 'sync_runs' && inUse() > 0);
    do await new Promise((resolve) => setTimeout(resolve, 5));
    while (isRunning());
    this.syncErrors.clear();
    return this.#copy.states(connection);
  }

  /** Reads the record of a hint into the copy and returns the outcome, or the error if it could not be read. */
  async follow(hint: EventHint): Promise<HintOutcome | string> {
    const connection = await this.connection();
    const { promise, resolve } = Promise.withResolvers<HintOutcome | string>();
    this.#followed = resolve;
    await this.#copy.hint(connection, [hint]);
    const late = delay(maxFollow, 'it took too long', { ref: false });
    const outcome = await Promise.race([promise, late]);
    const problem = this.syncErrors.get(hint.entity);
    return problem === undefined ? outcome : String(problem);
  }

  /** Everything the audit has about the calls so far, as JSON text. */
  async audit(): Promise<string> {
    const { items } = await this.#controlPlane.audit.list(this.#workspace.id, { limit: 100 });
    return JSON.stringify(items satisfies readonly StoredAuditEntry[]);
  }

  async stop(): Promise<void> {
    await this.#copy.stop(AbortSignal.timeout(1000));
    await this.#client.close();
    await this.#store.close();
    await this.#controlPlane.close();
    await this.#database.close();
    await this.#upstreams.stop();
    await rm(this.#directory, { recursive: true, force: true });
  }

  async #states(): Promise<Map<string, EntitySyncState>> {
    const states = await this.#copy.states(await this.connection());
    return new Map(states.map((state) => [state.entity, state]));
  }
}

interface Parts {
  readonly upstreams: RunningSandbox;
  readonly directory: string;
  readonly database: Database;
  readonly controlPlane: ControlPlane;
  readonly store: ContextStore;
  readonly workspace: Workspace;
  readonly principal: TokenPrincipal;
}

/** The JSON of a result with records or a record; undefined for another kind. */
export function jsonOf(result: ExecuteResult): unknown {
  return result.kind === 'records' || result.kind === 'record' ? JSON.parse(result.json.toString('utf8')) : undefined;
}
