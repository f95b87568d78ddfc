import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, prepareProcess, readConfiguration, startGateway } from '@connectory/gateway';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';

/** Number of connections and tokens of the bench's gateway. */
const connectionCount = 4;
const tokenCount = 8;

/** What a client of the bench's gateway needs. */
export interface BenchAccess {
  readonly port: number;
  readonly connectionIds: readonly string[];
  readonly tokens: readonly string[];
}

/**
 * Starts the gateway as in production, with authentication, validation, audit, metrics and log, and some payments connections to an
 * upstream.
 */
export async function startBenchGateway(origin: string): Promise<BenchAccess> {
  prepareProcess();
  const dataDirectory = await mkdtemp(join(tmpdir(), 'connectory-bench-'));
  const configuration = readConfiguration({
    PORT: '0',
    CONNECTORY_DATA_DIR: dataDirectory,
    CONNECTORY_EGRESS_ALLOW: new URL(origin).host,
  });
  const gateway = await startGateway(configuration, builtInConnectors, createLogger('info', 2));
  const { workspaces, connections, tokens } = gateway.controlPlane;
  const workspace = await workspaces.create('bench');
  const connectionIds: string[] = [];
  for (let index = 0; index < connectionCount; index++) {
    const connection = await connections.create(workspace.id, {
      connector: 'payments',
      name: `payments-${index}`,
      authentication: 'api_key',
      credentials: { api_key: 'sk_bench' },
      settings: { base_url: origin },
    });
    connectionIds.push(connection.id);
  }
  const texts: string[] = [];
  for (let index = 0; index < tokenCount; index++) {
    const { text } = await tokens.create(workspace.id, { name: `bench-${index}` });
    texts.push(text.reveal());
  }
  return { port: Number(new URL(gateway.url).port), connectionIds, tokens: texts };
}
