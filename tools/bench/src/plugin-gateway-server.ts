import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, loadConnectors, prepareProcess, readConfiguration, startGateway } from '@connectory/gateway';
import { benchPlugin, installBenchPlugin } from './plugin-source.ts';

/**
 * A gateway with one plugin, contained or trusted. Arguments: the origin of the upstream, and the kind. Prints its port, the id of the
 * connection, a token, and the milliseconds it took to load the plugin.
 */
const [, , origin = '', kind = ''] = process.argv;
prepareProcess();
const dataDirectory = await mkdtemp(join(tmpdir(), 'connectory-bench-plugins-'));
await installBenchPlugin(dataDirectory);
const configuration = readConfiguration({
  PORT: '0',
  CONNECTORY_DATA_DIR: dataDirectory,
  CONNECTORY_MODE: 'direct',
  CONNECTORY_EGRESS_ALLOW: new URL(origin).host,
  [kind === 'contained' ? 'CONNECTORY_CONNECTORS' : 'CONNECTORY_TRUSTED_CONNECTORS']: benchPlugin,
});
const logger = createLogger('info', 2);
const begun = performance.now();
const { connectors } = await loadConnectors(configuration, logger);
const loaded = Math.round(performance.now() - begun);
const gateway = await startGateway(configuration, connectors, logger);
const { workspaces, connections, tokens } = gateway.controlPlane;
const workspace = await workspaces.create('bench');
const connection = await connections.create(workspace.id, {
  connector: 'bench',
  name: 'bench',
  authentication: 'key',
  credentials: { api_key: 'sk_bench' },
  settings: { base_url: origin },
});
const { text } = await tokens.create(workspace.id, { name: 'bench' });
process.stdout.write(`${new URL(gateway.url).port} ${connection.id} ${text.reveal()} ${loaded}\n`);
