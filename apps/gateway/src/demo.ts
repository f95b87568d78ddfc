import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connector } from '@connectory/connector-sdk';
import type { ControlPlane, Workspace } from '@connectory/control-plane';
import { type RunningSandbox, startSandbox } from '@connectory/sandbox';
import { closeOnSignal } from './close-on-signal.ts';
import { readConfiguration } from './configuration.ts';
import { builtInConnectors, loadConnectors } from './connectors.ts';
import { startGateway } from './gateway.ts';
import { createLogger } from './logger.ts';

/** `npm start`: the gateway with simulated upstreams, a workspace `demo` and one connection per connector. */
try {
  await serveDemo();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function serveDemo(): Promise<void> {
  const base = readConfiguration(process.env);
  const connectors = [...builtInConnectors, ...(await loadConnectors(base.extraConnectors))];
  const sandbox = await startSandbox({ connectors });
  const egressAllow = [...base.egressAllow, new URL(sandbox.origin).host];
  const logger = createLogger(process.env.CONNECTORY_LOG_LEVEL ? base.logLevel : 'warn');
  const gateway = await startGateway({ ...base, egressAllow }, connectors, logger);
  closeOnSignal(async () => {
    await gateway.close();
    await sandbox.stop();
    logger.flush();
  });
  const workspace = await prepareWorkspace(gateway.controlPlane);
  const connections = await prepareConnections(gateway.controlPlane, workspace, sandbox, connectors);
  const token = await prepareToken(gateway.controlPlane, workspace, base.dataDirectory);
  const example = connections.get('payments') ?? [...connections.values()][0] ?? '';
  process.stdout.write(`
Connectory serves ${connectors.length} connectors with simulated upstreams on ${gateway.url}
Demo token: ${token}   (also in ${join(base.dataDirectory, 'demo-token')})
Connections in the workspace "demo":
${[...connections].map(([name, id]) => `  ${name.padEnd(20)} ${id}`).join('\n')}

Try it:
  curl -s ${gateway.url}/api/v1/integrations/connectors/${example}/execute -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '{"entity":"customers","action":"list","params":{"limit":2},"select_fields":["id","name","email"]}'

`);
}

async function prepareWorkspace({ workspaces }: ControlPlane): Promise<Workspace> {
  return (await workspaces.find('demo')) ?? (await workspaces.create('demo'));
}

// The sandbox listens on another port at every start, so the connections are pointed to it again.
async function prepareConnections(
  { connections }: ControlPlane,
  { id: workspaceId }: Workspace,
  { sandbox, origin }: RunningSandbox,
  connectors: readonly Connector[],
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const { id: connector, upstream } of connectors) {
    const [authentication = ''] = Object.keys(upstream.authentication);
    const credentials = sandbox.credentials(connector);
    const settings = { base_url: sandbox.baseUrl(origin, connector) };
    const stored = await connections.findByName(workspaceId, connector);
    if (stored === null) {
      const created = await connections.create(workspaceId, {
        connector,
        name: connector,
        authentication,
        credentials,
        settings,
      });
      ids.set(connector, created.id);
    } else {
      await connections.updateSettings(workspaceId, stored.id, settings);
      await connections.updateCredentials(workspaceId, stored.id, { authentication, credentials });
      ids.set(connector, stored.id);
    }
  }
  return ids;
}

// The token of an earlier start is kept while it is valid, so that what people pasted somewhere goes on working.
async function prepareToken({ tokens }: ControlPlane, { id }: Workspace, dataDirectory: string): Promise<string> {
  const path = join(dataDirectory, 'demo-token');
  const earlier = (await readFile(path, 'utf8').catch(() => '')).trim();
  const principal = await tokens.authenticate(earlier);
  if (principal?.kind === 'token' && principal.workspaceId === id) return earlier;
  const { text } = await tokens.create(id, { name: 'demo' });
  await rm(path, { force: true });
  await writeFile(path, `${text.reveal()}\n`, { mode: 0o600, flag: 'wx' });
  return text.reveal();
}
