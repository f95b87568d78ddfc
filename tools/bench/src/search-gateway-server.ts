import { randomBytes } from 'node:crypto';
import { createLogger, prepareProcess, readConfiguration, startGateway } from '@connectory/gateway';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';

/**
 * The gateway in a separate process, with authentication, validation, audit, metrics and log. Arguments: its data directory, the origin of
 * the upstream it copies, the number of tokens to create, and a PostgreSQL URL unless it stores files. Prints its port, the id of the
 * connection and the tokens.
 */
prepareProcess();
const [directory, origin, tokenCount, databaseUrl] = process.argv.slice(2) as [string, string, string, string?];
const configuration = readConfiguration({
  PORT: '0',
  CONNECTORY_DATA_DIR: directory,
  CONNECTORY_EGRESS_ALLOW: new URL(origin).host,
  ...(databaseUrl !== undefined && {
    CONNECTORY_DATABASE_URL: databaseUrl,
    CONNECTORY_SECRET_KEY: randomBytes(32).toString('base64'),
  }),
});
const gateway = await startGateway(configuration, builtInConnectors, createLogger('info', 2));
const { workspaces, connections, tokens } = gateway.controlPlane;
const workspace = await workspaces.create('bench');
const connection = await connections.create(workspace.id, {
  connector: 'stripe',
  name: 'stripe',
  authentication: 'api_key',
  credentials: { api_key: 'sk_bench' },
  settings: { base_url: origin },
});
const words = [new URL(gateway.url).port, connection.id];
for (let number = 0; number < Number(tokenCount); number += 1) {
  const { text } = await tokens.create(workspace.id, { name: `bench-${number}` });
  words.push(text.reveal());
}
process.stdout.write(`${words.join(' ')}\n`);
