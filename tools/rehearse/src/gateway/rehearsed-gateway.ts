import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startPostgres } from '@connectory/database/testing';
import { type GatewayProcess, startGatewayProcess } from '@connectory/test-support/gateway-process';
import { GatewayClient } from './gateway-client.ts';

/** A gateway process and its client. */
export interface RunningGateway {
  readonly process: GatewayProcess;
  readonly client: GatewayClient;
}

/** Where a rehearsed gateway stores its data: a file, a new PostgreSQL server, or the URL of an existing one. */
export type DatabaseChoice = string;

const patience = 60_000;
const longestShutdown = 35_000;

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
    const started = await startGatewayProcess('main', {
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
    const late = delay(longestShutdown, null, { signal: isLate.signal }).catch(() => null);
    const code = await Promise.race([started.stop(), late]);
    isLate.abort();
    if (!started.hasEnded()) await started.kill();
    return code;
  }
}
