import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { RawValue } from '@connectory/connector-sdk';
import { startPostgres } from '@connectory/database/testing';
import { type GatewayProcess, startGatewayProcess } from '@connectory/test-support/gateway-process';
import { Pool } from 'undici';
import type { ConnectionDraft } from './vendors.ts';

/** A gateway process and its client. */
export interface RunningGateway {
  readonly process: GatewayProcess;
  readonly client: GatewayClient;
}

/** Where a rehearsed gateway stores its data: a file, a new PostgreSQL server, or the URL of an existing one. */
export type DatabaseChoice = string;

const patience = 60_000;
const maxShutdown = 35_000;

/** A data directory and a database, on which gateway processes are started, killed and restarted. */
export class RehearsedGateway {
  readonly adminToken = randomBytes(32).toString('base64url');
  readonly directory: string;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #closers: (() => Promise<unknown>)[] = [];
  readonly #running = new Set<RunningGateway>();

  private constructor(directory: string, environment: Readonly<Record<string, string>>) {
    this.directory = directory;
    this.#environment = environment;
    process.on('exit', this.#abandon);
  }

  // An interrupted rehearsal must not leave a gateway running.
  readonly #abandon = () => {
    for (const running of this.#running) if (!running.process.hasEnded()) process.kill(running.process.pid, 'SIGKILL');
    rmSync(this.directory, { recursive: true, force: true, maxRetries: 3 });
  };

  /** Creates the data directory; `database` is `sqlite`, `postgres` (a new server) or `postgres://…`. */
  static async prepare(
    database: DatabaseChoice = 'sqlite',
    environment: Readonly<Record<string, string>> = {},
  ): Promise<RehearsedGateway> {
    const directory = await mkdtemp(join(tmpdir(), 'connectory-rehearsal-'));
    const server = database === 'postgres' ? await startPostgres() : undefined;
    const url = server?.url ?? (database === 'sqlite' ? undefined : database);
    const prepared = new RehearsedGateway(directory, {
      NODE_ENV: 'production',
      // Shares the compile cache, because the gateway is started repeatedly.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(directory, 'compiled'),
      CONNECTORY_DATA_DIR: directory,
      CONNECTORY_SECRET_KEY: randomBytes(32).toString('base64'),
      CONNECTORY_EGRESS_ALLOW: '127.0.0.1',
      CONNECTORY_LOG_LEVEL: 'error',
      ...(url !== undefined && { CONNECTORY_DATABASE_URL: url }),
      ...environment,
    });
    prepared.#closers.push(() => rm(directory, { recursive: true, force: true, maxRetries: 3 }));
    if (server !== undefined) prepared.#closers.push(() => server.stop());
    return prepared;
  }

  /** Starts a process and waits until it is ready. Throws an `Error` if it is not ready within a minute. */
  async start(environment: Readonly<Record<string, string>> = {}): Promise<RunningGateway> {
    const started = await startGatewayProcess(new URL('rehearsed-gateway.ts', import.meta.url), {
      ...this.#environment,
      CONNECTORY_ADMIN_TOKEN: this.adminToken,
      ...environment,
    });
    const gateway = { process: started, client: new GatewayClient(started.url) };
    this.#running.add(gateway);
    const begun = performance.now();
    for (;;) {
      const { status, text } = await gateway.client.send('GET', '/readyz', { token: this.adminToken });
      if (status === 200) return gateway;
      if (started.hasEnded() || performance.now() - begun > patience)
        throw new Error(`The gateway is not ready: ${status} ${text} ${started.output()}`);
      await delay(20);
    }
  }

  /** Ends a process as `kill -9` does. */
  async kill(gateway: RunningGateway): Promise<void> {
    this.#running.delete(gateway);
    await gateway.process.kill();
    await gateway.client.close();
  }

  /**
   * Stops everything, and returns the exit codes of the processes that were told to end: null for one that did not end within 35 seconds.
   */
  async close(): Promise<readonly (number | null)[]> {
    const codes: (number | null)[] = [];
    for (const running of this.#running) {
      codes.push(await this.#stop(running));
      await running.client.close();
    }
    this.#running.clear();
    process.off('exit', this.#abandon);
    for (const close of this.#closers.splice(0).reverse()) await close();
    return codes;
  }

  // A process has 30 seconds to shut down; one that is still running then has no exit code.
  async #stop({ process: started }: RunningGateway): Promise<number | null> {
    const isLate = new AbortController();
    const late = delay(maxShutdown, null, { signal: isLate.signal }).catch(() => null);
    const code = await Promise.race([started.stop(), late]);
    isLate.abort();
    if (!started.hasEnded()) await started.kill();
    return code;
  }
}

/** A gateway's response; `status` is 0 if the connection broke before the response was complete. */
export interface GatewayResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** The body as JSON; undefined if it is not JSON. */
  readonly json: RawValue;
}

/** The parts of a request other than method and path. */
export interface Sending {
  readonly token: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

const maxCallMilliseconds = 150_000;

/** Calls one gateway process over keep-alive connections. */
class GatewayClient {
  readonly #pool: Pool;

  constructor(url: string) {
    this.#pool = new Pool(url, {
      connections: 256,
      headersTimeout: maxCallMilliseconds,
      bodyTimeout: maxCallMilliseconds,
    });
  }

  /** Sends a request and reads the response. The status is 0 if the connection breaks or the caller disconnects. */
  async send(method: string, path: string, { token, body, headers, signal }: Sending): Promise<GatewayResponse> {
    try {
      const response = await this.#pool.request({
        method: method as 'GET',
        path,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal !== undefined && { signal }),
      });
      const text = await response.body.text();
      return { status: response.statusCode, headers: response.headers, text, json: parsed(text) };
    } catch (error) {
      return { status: 0, headers: {}, text: error instanceof Error ? error.message : String(error), json: undefined };
    }
  }

  /** Returns the body of a successful response. Throws an `Error` with any other response. */
  async ask(method: string, path: string, sending: Sending): Promise<RawValue> {
    const { status, text, json } = await this.send(method, path, sending);
    if (status < 200 || status >= 300) throw new Error(`${method} ${path} returned ${status}: ${text.slice(0, 400)}`);
    return json;
  }

  /** Returns all items of a list, page by page. */
  async askAll(path: string, token: string): Promise<readonly RawValue[]> {
    const entries: RawValue[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page: RawValue = await this.ask('GET', `${path}?limit=100${query}`, { token });
      entries.push(...page.data);
      cursor = page.meta.next_cursor;
    }
    return entries;
  }

  /** Closes the connections. */
  close(): Promise<void> {
    return this.#pool.destroy();
  }
}

function parsed(text: string): RawValue {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A workspace of a rehearsed gateway, with a token that may do everything except manage. */
export class Workspace {
  readonly name: string;
  readonly path: string;
  readonly adminToken: string;
  readonly token: string;
  /** The process that receives the requests; replaced after a restart. */
  client: GatewayClient;

  private constructor(name: string, client: GatewayClient, adminToken: string, token: string) {
    this.name = name;
    this.path = `/api/v1/workspaces/${name}`;
    this.client = client;
    this.adminToken = adminToken;
    this.token = token;
  }

  /** Creates the workspace and the token. */
  static async create(client: GatewayClient, adminToken: string, name: string): Promise<Workspace> {
    await client.ask('POST', '/api/v1/workspaces', { token: adminToken, body: { name } });
    const path = `/api/v1/workspaces/${name}/tokens`;
    const { token } = await client.ask('POST', path, { token: adminToken, body: { name: 'rehearsal' } });
    return new Workspace(name, client, adminToken, token);
  }

  /** Creates a connection and returns its id. */
  async connect(draft: ConnectionDraft, name: string): Promise<string> {
    const body = { ...draft, name };
    const { id } = await this.client.ask('POST', `${this.path}/connections`, { token: this.adminToken, body });
    return id;
  }

  /** Runs an action through a connection. */
  execute(connection: string, body: unknown, sending: Omit<Sending, 'token' | 'body'> = {}): Promise<GatewayResponse> {
    return this.client.send('POST', `/api/v1/integrations/connectors/${connection}/execute`, {
      ...sending,
      token: this.token,
      body,
    });
  }

  /** Sends a management request with the admin token, below the path of the workspace. */
  manage(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<GatewayResponse> {
    return this.client.send(method, `${this.path}${path}`, {
      token: this.adminToken,
      ...(body !== undefined && { body }),
      ...(signal !== undefined && { signal }),
    });
  }
}
