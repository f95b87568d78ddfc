import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@connectory/database/testing';
import { type GatewayProcess, startGatewayProcess } from '@connectory/test-support/gateway-process';
import { type CopyState, type FirstPasses, type WatchedConnection, watchFirstPasses } from './first-passes.ts';
import { GatewayClient } from './gateway-client.ts';
import type { SimulatedVendor } from './simulated-vendor.ts';

/** How to start the gateway. */
export interface GatewayPlan {
  readonly database: 'sqlite' | 'postgres';
  /** `host:port` of the servers on this machine that the gateway may call. */
  readonly hosts: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
}

/** A gateway in a separate process, configured as in production, with connections to simulated vendors. */
export class ConnectedGateway {
  readonly process: GatewayProcess;
  readonly client: GatewayClient;
  readonly adminToken: string;
  readonly #close: readonly Closer[];

  private constructor(process: GatewayProcess, client: GatewayClient, adminToken: string, close: readonly Closer[]) {
    this.process = process;
    this.client = client;
    this.adminToken = adminToken;
    this.#close = close;
  }

  /** Starts it with an empty database. */
  static async start({ database, hosts, variables }: GatewayPlan): Promise<ConnectedGateway> {
    const closers: Closer[] = [];
    try {
      const directory = await mkdtemp(join(tmpdir(), 'connectory-bench-'));
      closers.unshift(() => rm(directory, { recursive: true, force: true }));
      const postgres = database === 'postgres' ? await startPostgres() : null;
      if (postgres !== null) closers.unshift(() => postgres.stop());
      const adminToken = randomBytes(32).toString('base64');
      const gateway = await startGatewayProcess('main', {
        NODE_ENV: 'production',
        CONNECTORY_DATA_DIR: directory,
        CONNECTORY_ADMIN_TOKEN: adminToken,
        CONNECTORY_EGRESS_ALLOW: hosts.join(','),
        CONNECTORY_LOG_LEVEL: 'error',
        ...(postgres !== null && {
          CONNECTORY_DATABASE_URL: postgres.url,
          CONNECTORY_SECRET_KEY: randomBytes(32).toString('base64'),
        }),
        ...variables,
      });
      closers.unshift(() => gateway.stop());
      const client = new GatewayClient(gateway.url);
      closers.unshift(() => client.close());
      return new ConnectedGateway(gateway, client, adminToken, closers);
    } catch (error) {
      for (const close of closers) await close();
      throw error;
    }
  }

  /** Creates a workspace, and returns a token that may call its connections. */
  async createWorkspace(name: string): Promise<string> {
    await this.client.ask('POST', '/api/v1/workspaces', this.adminToken, { name });
    const path = `/api/v1/workspaces/${name}/tokens`;
    return (await this.client.ask<{ token: string }>('POST', path, this.adminToken, { name })).token;
  }

  /** Connects a workspace with this many vendors, repeating the list as needed. Creating a connection starts its first passes. */
  async connect(
    workspace: string,
    vendors: readonly SimulatedVendor[],
    count: number,
    name: string,
  ): Promise<readonly WatchedConnection[]> {
    const connected: WatchedConnection[] = [];
    for (let number = 0; number < count; number += 1) {
      const { connector, authentication, credentials, settings } = vendors[number % vendors.length] as SimulatedVendor;
      const path = `/api/v1/workspaces/${workspace}/connections`;
      const { id } = await this.client.ask<{ id: string }>('POST', path, this.adminToken, {
        connector,
        name: `${name}-${number}`,
        authentication,
        credentials,
        settings,
        check: false,
      });
      connected.push({ id, connector });
    }
    return connected;
  }

  /** Waits for the first passes of connections. */
  watchFirstPasses(
    workspace: string,
    connections: readonly WatchedConnection[],
    patience: number,
    progress: (done: number) => void,
  ): Promise<FirstPasses> {
    const read = async ({ id }: WatchedConnection) => {
      const path = `/api/v1/workspaces/${workspace}/connections/${id}/syncs`;
      return (await this.client.ask<{ data: readonly CopyState[] }>('GET', path, this.adminToken)).data;
    };
    return watchFirstPasses(connections, read, patience, progress);
  }

  /** Stops it and removes its data. */
  async stop(): Promise<void> {
    for (const close of this.#close) await close();
  }
}

type Closer = () => Promise<unknown>;
