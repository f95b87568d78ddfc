import { type Client, type ConnectorInstance, ConnectoryError } from '@connectory/client';
import { attempt } from './check-token.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const atOnce = 8;

/** Reports the loaded connectors. */
export async function connectorFinding(client: Client): Promise<Finding> {
  const loaded = await Array.fromAsync(client.connectors.list());
  if (loaded.length > 0) return ok('connectors', `${loaded.length} connectors are loaded.`);
  return warn('connectors', 'The token sees no connector.', 'Use a token whose policy allows more.');
}

/** Reports the connections of a workspace that do not work, and the copies that are out of sync. */
export async function workspaceFindings(client: Client, workspace: string): Promise<readonly Finding[]> {
  const connections = await attempt(() => Array.fromAsync(client.connectorInstances(workspace)));
  if (connections instanceof ConnectoryError)
    return [fail('connections', connections.message, 'Name one of your workspaces with --workspace.')];
  const broken = (
    await Promise.all(connections.map((connection) => connectionFindings(client, workspace, connection)))
  ).flat();
  const running = connections.filter(({ vendor, paused }) => vendor !== null && !paused);
  return [
    ...(broken.length > 0 ? broken : [ok('connections', workingText(connections.length, workspace))]),
    ...(await syncFindings(client, workspace, running)),
  ];
}

function workingText(count: number, workspace: string): string {
  if (count === 0) return `"${workspace}" has no connections yet.`;
  return count === 1 ? `The connection of "${workspace}" works.` : `All ${count} connections of "${workspace}" work.`;
}

async function connectionFindings(
  client: Client,
  workspace: string,
  { id, name, connector, vendor, paused, state }: ConnectorInstance,
): Promise<readonly Finding[]> {
  if (vendor === null) {
    const advice = 'Install its package, and name it in CONNECTORY_CONNECTORS.';
    return [fail('connections', `The connector ${connector} of "${name}" is not installed.`, advice)];
  }
  if (paused) {
    const advice = `Resume it when it may call ${vendor} again: connectory connections resume ${shellWord(name)}`;
    return [warn('connections', `"${name}" is paused.`, advice)];
  }
  if (state === 'reauthorization_required') {
    const advice = `Connect the account again: connectory connections connect --connection ${shellWord(name)}`;
    return [fail('connections', `${vendor} rejects the credentials of "${name}".`, advice)];
  }
  if (state === 'degraded') {
    const advice = `See what fails: connectory connections check ${shellWord(name)}`;
    const found = await attempt(() => client.workspace(workspace).connections.get(id));
    const reason = found instanceof ConnectoryError ? null : found.state_reason;
    return [
      warn('connections', `Calls of "${name}" to ${vendor} fail${reason === null ? '.' : `: ${reason}`}`, advice),
    ];
  }
  return [];
}

async function syncFindings(
  client: Client,
  workspace: string,
  connections: readonly ConnectorInstance[],
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (let start = 0; start < connections.length; start += atOnce) {
    const some = connections.slice(start, start + atOnce);
    const checked = await Promise.all(some.map((connection) => syncFindingsOf(client, workspace, connection)));
    if (checked.includes('direct')) return [ok('sync', 'The gateway keeps no copies (direct mode).')];
    findings.push(...checked.flatMap((found) => (found === 'direct' ? [] : found)));
  }
  if (findings.length > 0 || connections.length === 0) return findings;
  return [ok('sync', `The copies of "${workspace}" are kept in sync.`)];
}

async function syncFindingsOf(
  client: Client,
  workspace: string,
  { id, name }: ConnectorInstance,
): Promise<readonly Finding[] | 'direct'> {
  const states = await attempt(() => client.workspace(workspace).connections.syncs(id));
  if (states instanceof ConnectoryError) {
    if (states.code === 'hosted_mode_required') return 'direct';
    return [
      fail('sync', `The state of the copies of "${name}" is unknown: ${states.message}`, 'See the log of the gateway.'),
    ];
  }
  return states.flatMap(({ entity, phase, errors: [first] }) => {
    if (first === undefined) return [];
    const message = `${entity} of "${name}": ${first.message}`;
    const advice = `Correct the cause, then run: connectory sync start ${shellWord(name)} --entity ${entity}`;
    return [phase === 'failed' ? fail('sync', message, advice) : warn('sync', message, advice)];
  });
}

const shellWord = (name: string) => (/^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`);
