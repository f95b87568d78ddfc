import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, prepareProcess, readConfiguration, startGateway } from '@connectory/gateway';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import { type CopyState, watchFirstPasses } from './first-passes.ts';
import { GatewayClient } from './gateway-client.ts';

/** Number of connections and tokens of the bench's gateway. */
const connectionCount = 4;
const tokenCount = 8;

/** Seconds without progress after which waiting for the copies ends. */
const patience = 60;

/** What a client needs to call the bench's gateway. */
export interface BenchAccess {
  readonly port: number;
  readonly connectionIds: readonly string[];
  readonly tokens: readonly string[];
}

/**
 * Starts the gateway as in production, with authentication, validation, audit, metrics and log, and some connections to an
 * upstream. Waits until they are synchronized, so that the bench measures calls only.
 */
export async function startBenchGateway(origin: string): Promise<BenchAccess> {
  prepareProcess();
  const adminToken = randomBytes(32).toString('base64url');
  const dataDirectory = await mkdtemp(join(tmpdir(), 'connectory-bench-'));
  const configuration = readConfiguration({
    PORT: '0',
    CONNECTORY_DATA_DIR: dataDirectory,
    CONNECTORY_ADMIN_TOKEN: adminToken,
    CONNECTORY_EGRESS_ALLOW: new URL(origin).host,
  });
  const gateway = await startGateway(configuration, builtInConnectors, createLogger('info', 2));
  const { workspaces, tokens } = gateway.controlPlane;
  const workspace = await workspaces.create('bench');
  const client = new GatewayClient(gateway.url);
  const path = '/api/v1/workspaces/bench/connections';
  const connectionIds: string[] = [];
  for (let index = 0; index < connectionCount; index++) {
    // Created over HTTP, so that the first pass starts immediately.
    const { id } = await client.ask<{ readonly id: string }>('POST', path, adminToken, {
      connector: 'stripe',
      name: `stripe-${index}`,
      authentication: 'api_key',
      credentials: { api_key: 'sk_bench' },
      settings: { base_url: origin },
    });
    connectionIds.push(id);
  }
  const readStates = async ({ id }: { readonly id: string }) => {
    return (await client.ask<{ readonly data: readonly CopyState[] }>('GET', `${path}/${id}/syncs`, adminToken)).data;
  };
  const watched = connectionIds.map((id) => ({ id, connector: 'stripe' }));
  await watchFirstPasses(watched, readStates, patience, () => {});
  await client.close();
  const texts: string[] = [];
  for (let index = 0; index < tokenCount; index++) {
    const { text } = await tokens.create(workspace.id, { name: `bench-${index}` });
    texts.push(text.reveal());
  }
  return { port: Number(new URL(gateway.url).port), connectionIds, tokens: texts };
}
