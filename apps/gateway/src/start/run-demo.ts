import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Connector } from '@connectory/connector-sdk';
import type { Connection, ControlPlane, Workspace } from '@connectory/control-plane';
import { allConnections } from '@connectory/core';
import { exampleSettings, type RunningSandbox, startSandbox } from '@connectory/sandbox';
import { isLoopbackName } from '../connect/browser-origins.ts';
import { loadConnectors } from '../plugins/connectors.ts';
import { containPluginFailures } from '../plugins/contain-plugin-failures.ts';
import { exportedSandbox } from '../plugins/exported-sandbox.ts';
import { createLogger } from '../telemetry/logger.ts';
import { type Configuration, readConfiguration } from './configuration.ts';
import { sendDemoEvents } from './demo-events.ts';
import { type DemoLink, DemoLinks } from './demo-links.ts';
import { startGateway } from './gateway.ts';
import { closeOnSignal } from './process.ts';

/**
 * Serves a gateway with simulated upstreams, a workspace `demo` and one connection per connector, until the process is stopped. Resolves
 * when it listens and everything is prepared. Throws an `Error` that explains what to change.
 */
export async function runDemo(environment: Readonly<Record<string, string | undefined>>): Promise<void> {
  const base: Configuration = { ...readConfiguration(environment), purpose: 'demo' };
  const logger = createLogger(environment.CONNECTORY_LOG_LEVEL ? base.logLevel : 'warn');
  const { connectors, contained, trusted, close } = await loadConnectors(base, logger);
  containPluginFailures(trusted, logger);
  const own = connectors.filter((connector) => !contained.some((plugin) => plugin.connector === connector));
  const { builtInSandboxes } = await import('../built-in-sandboxes.ts');
  const pluginSandboxes = await Promise.all(
    trusted.map(({ packageName, folder }) =>
      exportedSandbox(packageName, pathToFileURL(join(folder, 'package.json')).href),
    ),
  );
  const sandboxes = [...builtInSandboxes, ...pluginSandboxes.filter((one) => one !== undefined)];
  const sandbox = await startSandbox({ connectors: own, sandboxes });
  // Their simulation is code as well, which only the gateway's own process could run.
  if (contained.length > 0) {
    const packages = contained.map(({ packageName }) => packageName);
    logger.warn(
      { packages },
      'no vendor is simulated for these plugins; list one in CONNECTORY_TRUSTED_CONNECTORS to try it here',
    );
  }
  const egressAllow = [...base.egressAllow, new URL(sandbox.origin).host];
  let prepared: PreparedDemo = { token: '', connections: [], accounts: [] };
  let demoLinks: DemoLinks | undefined;
  let links: readonly DemoLink[] = [];
  const prepare = async (controlPlane: ControlPlane) => {
    prepared = await prepareDemo(controlPlane, own, sandbox, base.dataDirectory);
    demoLinks = new DemoLinks(controlPlane, await prepareWorkspace(controlPlane), own, sandbox);
    links = await demoLinks.make();
  };
  const gateway = await startGateway({ ...base, egressAllow }, connectors, logger, { prepare }).catch(
    async (error: unknown) => {
      // The simulated upstreams listen, and would keep the process alive.
      await sandbox.stop();
      throw error;
    },
  );
  let storing: Promise<void> | undefined;
  closeOnSignal(async () => {
    await storing;
    await gateway.close();
    await sandbox.stop();
    close();
    logger.flush();
  });
  const { token, connections, accounts } = prepared;
  // Every sandbox starts with the same records; those added to an earlier one are gone.
  for (const connection of [...connections, ...accounts]) await gateway.copy?.request(connection, { full: true });
  // A check reads the name of the account.
  const unnamed = connections.filter(({ account }) => account === null);
  await Promise.all(
    unnamed.map(({ workspaceId, id }) => gateway.executor.check(workspaceId, id).catch(() => undefined)),
  );
  if (gateway.copy !== undefined) await sendDemoEvents(gateway.controlPlane, connections, own, sandbox, gateway.url);
  const shellFile = await writeEnvironment(base.dataDirectory, gateway.url, prepared);
  const example = (connections.find(({ name }) => name === 'stripe') ?? connections[0])?.id ?? '';
  const curl = (body: string) =>
    `curl -s ${gateway.url}/api/v1/integrations/connectors/${example}/execute -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '${body}'`;
  const list = '{"entity":"customers","action":"list","params":{"limit":2},"select_fields":["id","name","email"]}';
  const search =
    '{"entity":"customers","action":"context_store_search","params":{"query":{"filter":{"like":{"name":"an%"}},"sort":[{"created":"desc"}]},"limit":2,"fields":["id","name","created"]}}';
  const longestName = Math.max(...connections.map(({ name }) => name.length));
  process.stdout.write(`
Connectory serves ${connectors.length} connectors with simulated upstreams on ${gateway.url}
Demo token: ${token}   (also in ${join(base.dataDirectory, 'demo-token')})
Connections in the workspace "demo":
${connections.map(({ name, id }) => `  ${name.padEnd(longestName)} ${id}`).join('\n')}

Connect another simulated account in a browser:
${links.map(({ label, path }) => `  ${label}\n  ${gateway.url}${path}`).join('\n')}

Try it:
  ${curl(list)}

Console: ${gateway.url}/ (sign in with the token)
Documentation: ${gateway.url}/docs/
${base.mode === 'hosted' ? `\nSearch the synchronized copy:\n  ${curl(search)}\n` : ''}
URL, token and connections as shell variables, for the commands of the documentation:
  . ${shellFile}

`);
  // Not awaited, because only links that are created later need them.
  storing = demoLinks?.storeOtherApps();
  await storing;
}

interface PreparedDemo {
  readonly token: string;
  readonly connections: readonly Connection[];
  /** The simulated accounts that were connected in an earlier demo. */
  readonly accounts: readonly Connection[];
}

async function prepareDemo(
  controlPlane: ControlPlane,
  connectors: readonly Connector[],
  sandbox: RunningSandbox,
  dataDirectory: string,
): Promise<PreparedDemo> {
  const workspace = await prepareWorkspace(controlPlane);
  const connections = await prepareConnections(controlPlane, workspace, connectors, sandbox);
  const accounts = await prepareAccounts(controlPlane, sandbox, connections);
  return { token: await prepareToken(controlPlane, workspace, dataDirectory), connections, accounts };
}

async function prepareWorkspace({ workspaces }: ControlPlane): Promise<Workspace> {
  return (await workspaces.find('demo')) ?? (await workspaces.create('demo'));
}

// The sandbox listens on a different port at every start, so the URLs of the connections are updated.
async function prepareConnections(
  { connections }: ControlPlane,
  { id: workspaceId }: Workspace,
  connectors: readonly Connector[],
  { sandbox, origin }: RunningSandbox,
): Promise<readonly Connection[]> {
  const prepared: Connection[] = [];
  for (const plugin of connectors) {
    const { id: connector } = plugin;
    const [authentication = ''] = Object.keys(plugin.upstream.authentication);
    const settings = { ...exampleSettings(plugin, sandbox), base_url: sandbox.baseUrl(origin, connector) };
    const credentials = sandbox.credentials(connector);
    const stored = await connections.findByName(workspaceId, connector);
    if (stored === null) {
      prepared.push(
        await connections.create(workspaceId, { connector, name: connector, authentication, credentials, settings }),
      );
    } else {
      prepared.push(await connections.change(workspaceId, stored.id, { authentication, credentials, settings }));
    }
  }
  return prepared;
}

// What was connected to a simulated vendor in an earlier demo, in any workspace, is connected to that of this one: the vendors accept the
// credentials that they gave out before.
async function prepareAccounts(
  controlPlane: ControlPlane,
  { sandbox, origin }: RunningSandbox,
  prepared: readonly Connection[],
): Promise<readonly Connection[]> {
  const simulated = new Map(prepared.map(({ connector }) => [connector, sandbox.baseUrl(origin, connector)]));
  const accounts: Connection[] = [];
  for await (const { workspaceId, id, connector, settings } of allConnections(controlPlane)) {
    const now = simulated.get(connector);
    const before = URL.parse(String(settings.base_url));
    if (now === undefined || before === null || prepared.some((one) => one.id === id)) continue;
    if (!isLoopbackName(before.hostname) || sandbox.baseUrl(before.origin, connector) !== settings.base_url) continue;
    accounts.push(await controlPlane.connections.change(workspaceId, id, { settings: { ...settings, base_url: now } }));
  }
  return accounts;
}

// The token of an earlier start is kept while it is valid, so that copies of it keep working.
async function prepareToken({ tokens }: ControlPlane, { id }: Workspace, dataDirectory: string): Promise<string> {
  const path = join(dataDirectory, 'demo-token');
  const earlier = (await readFile(path, 'utf8').catch(() => '')).trim();
  const principal = await tokens.authenticate(earlier);
  if (principal?.kind === 'token' && principal.workspaceId === id && principal.policy.manage) return earlier;
  const { text } = await tokens.create(id, { name: 'demo', policy: { manage: true } });
  await rm(path, { force: true });
  await writeFile(path, `${text.reveal()}\n`, { mode: 0o600, flag: 'wx' });
  return text.reveal();
}

/** Writes a file to source in a shell: the URL, the token, and the ID of each connection as `<NAME>_CONNECTION`. Returns its path. */
async function writeEnvironment(
  dataDirectory: string,
  url: string,
  { token, connections }: PreparedDemo,
): Promise<string> {
  const path = join(dataDirectory, 'env');
  const variables = [
    ['CONNECTORY_URL', url],
    ['CONNECTORY_TOKEN', token],
    ...connections.map(({ name, id }) => [`${name.replaceAll('-', '_').toUpperCase()}_CONNECTION`, id]),
  ];
  await rm(path, { force: true });
  const text = variables.map(([name, value]) => `export ${name}=${value}\n`).join('');
  await writeFile(path, text, { mode: 0o600, flag: 'wx' });
  return path;
}
