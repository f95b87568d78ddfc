import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startGatewayProcess } from '@connectory/test-support/gateway-process';
import { request } from 'undici';
import type { BenchServer } from './processes.ts';

/** A gateway with connections to an upstream, and tokens to call them. */
export interface ConnectedGateway extends BenchServer {
  readonly connectionIds: readonly string[];
  readonly tokens: readonly string[];
}

const patienceMilliseconds = 900_000;

interface SyncState {
  readonly phase: string;
  readonly synced_at: string | null;
}

/**
 * Starts the gateway in a separate process as in production, with connections to an upstream and a token for each policy, and waits until their copies are
 * synchronized, so that only calls are measured. Throws an `Error` if that fails or takes longer than 15 minutes.
 */
export async function startConnectedGateway(
  upstream: string,
  {
    connections = 1,
    tokens = 1,
    policies = Array.from({ length: tokens }, () => ({})),
    databaseUrl,
  }: { connections?: number; tokens?: number; policies?: readonly object[]; databaseUrl?: string },
): Promise<ConnectedGateway> {
  const adminToken = randomBytes(32).toString('base64url');
  const directory = await mkdtemp(join(tmpdir(), 'connectory-bench-'));
  const gateway = await startGatewayProcess('main', {
    NODE_ENV: 'production',
    CONNECTORY_DATA_DIR: directory,
    CONNECTORY_ADMIN_TOKEN: adminToken,
    CONNECTORY_EGRESS_ALLOW: new URL(upstream).host,
    CONNECTORY_SECRET_KEY: randomBytes(32).toString('base64'),
    ...(databaseUrl !== undefined && { CONNECTORY_DATABASE_URL: databaseUrl }),
  });
  const stop = async () => {
    await gateway.stop();
    await rm(directory, { recursive: true, force: true });
  };
  const ask = async <Body>(path: string, body?: object): Promise<Body> => {
    const response = await request(`${gateway.url}/api/v1/workspaces${path}`, {
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    if (response.statusCode >= 300)
      throw new Error(`${path} returned ${response.statusCode}: ${await response.body.text()}`);
    return (await response.body.json()) as Body;
  };
  try {
    await ask('', { name: 'bench' });
    const connectionIds: string[] = [];
    for (let number = 0; number < connections; number += 1) {
      const { id } = await ask<{ readonly id: string }>('/bench/connections', {
        connector: 'stripe',
        name: `bench-${number}`,
        authentication: 'api_key',
        credentials: { api_key: 'sk_bench' },
        settings: { base_url: upstream },
      });
      connectionIds.push(id);
    }
    const texts: string[] = [];
    for (const policy of policies) {
      const { token } = await ask<{ readonly token: string }>('/bench/tokens', { name: 'bench', policy });
      texts.push(token);
    }
    const until = performance.now() + patienceMilliseconds;
    for (const id of connectionIds) {
      for (;;) {
        const { data } = await ask<{ readonly data: readonly SyncState[] }>(`/bench/connections/${id}/syncs`);
        if (data.every(({ synced_at: syncedAt }) => syncedAt !== null)) break;
        const failed = data.find(({ phase }) => phase === 'failed');
        if (failed !== undefined) throw new Error(`The first pass failed: ${JSON.stringify(failed)}`);
        if (performance.now() > until) throw new Error('The first passes took longer than 15 minutes.');
        await delay(500);
      }
    }
    return { pid: gateway.pid, url: gateway.url, connectionIds, tokens: texts, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
