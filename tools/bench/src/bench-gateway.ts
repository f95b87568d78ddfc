import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, readConfiguration, startGateway } from '@connectory/gateway';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';

/**
 * Starts the gateway as it is served, with authentication, validation, audit, metrics and log on, and one payments connection to
 * an upstream. Gives its port, the connector id and a token, as words of one line.
 */
export async function startBenchGateway(origin: string): Promise<string> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'connectory-bench-'));
  const configuration = readConfiguration({
    PORT: '0',
    CONNECTORY_DATA_DIR: dataDirectory,
    CONNECTORY_EGRESS_ALLOW: new URL(origin).host,
  });
  const gateway = await startGateway(configuration, builtInConnectors, createLogger('info', 2));
  const { workspaces, connections, tokens } = gateway.controlPlane;
  const workspace = await workspaces.create('bench');
  const connection = await connections.create(workspace.id, {
    connector: 'payments',
    name: 'payments',
    authentication: 'api_key',
    credentials: { api_key: 'sk_bench' },
    settings: { base_url: origin },
  });
  const { text } = await tokens.create(workspace.id, { name: 'bench' });
  return `${new URL(gateway.url).port} ${connection.id} ${text.reveal()}`;
}
