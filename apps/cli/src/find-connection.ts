import type { Client, ConnectorInstance, WorkspaceClient } from '@connectory/client';
import { connectionsCalled, connectionsMeant, shownConnections } from '@connectory/errors';
import { chooseWorkspace, openGateway } from './gateway.ts';
import { invalidInput, ProblemError } from './problem-error.ts';
import type { Terminal } from './terminal.ts';

/** Finds a connection by name or ID in a workspace, by default that of the token. Throws a problem that lists the connections. */
export async function findConnection(
  client: Client,
  workspace: string | undefined,
  nameOrId: string,
): Promise<ConnectorInstance> {
  const all: ConnectorInstance[] = [];
  for await (const instance of client.connectorInstances(workspace)) {
    if (instance.name === nameOrId || instance.id === nameOrId) return instance;
    all.push(instance);
  }
  throw connectionNotFound(nameOrId, await withKinds(client, all), workspace);
}

/**
 * Like `findConnection`, or the only connection whose connector, vendor or kind of system is called so. Throws a problem of code 4 if
 * there are several.
 */
export async function findConnectionOrConnector(
  client: Client,
  workspace: string | undefined,
  wanted: string,
): Promise<ConnectorInstance> {
  const all = await Array.fromAsync(client.connectorInstances(workspace));
  const called = connectionsCalled(all, wanted);
  const described = called.length > 0 ? [] : await withKinds(client, all);
  const [only, ...others] = called.length > 0 ? called : connectionsCalled(described, wanted);
  if (only === undefined) throw connectionNotFound(wanted, described, workspace);
  if (others.length === 0) return only;
  throw invalidInput(`"${wanted}" has several connections. Name one: ${shownConnections([only, ...others])}.`);
}

type DescribedInstance = ConnectorInstance & { readonly kind: string | undefined };

// Connections do not say which kind of system they are; only a name that nothing else has is worth the second request.
async function withKinds(client: Client, all: readonly ConnectorInstance[]): Promise<readonly DescribedInstance[]> {
  if (all.length === 0) return [];
  // Without the kinds, the name is still unknown.
  const connectors = await Array.fromAsync(client.connectors.list()).catch(() => []);
  const kinds = new Map(connectors.map(({ id, kind }) => [id, kind]));
  return all.map((one) => ({ ...one, kind: kinds.get(one.connector) }));
}

function connectionNotFound(
  nameOrId: string,
  all: readonly DescribedInstance[],
  workspace: string | undefined,
): ProblemError {
  const meant = connectionsMeant(all, nameOrId);
  const near = meant[0]?.name;
  const known = all.length === 0 ? 'has no connections yet' : `has ${shownConnections(all.slice(0, 20))}`;
  const question =
    meant.length > 1
      ? ` Did you mean one of ${shownConnections(meant.slice(0, 20))}?`
      : near === undefined
        ? ''
        : ` Did you mean "${near}"?`;
  const message = `There is no connection "${nameOrId}": the workspace${workspace === undefined ? '' : ` "${workspace}"`} ${known}.${question}`;
  return new ProblemError({
    status: 404,
    code: 'connector_not_found',
    message,
    errors: [
      {
        field: '/name',
        message: 'is not a connection of the workspace',
        error_code: 'unknown_name',
        ...(near !== undefined && { did_you_mean: near }),
      },
    ],
  });
}

/**
 * Returns the chosen workspace, its connections, and the id of the named one. Throws the problems of `findConnection` and
 * `chooseWorkspace`.
 */
export async function openConnection(
  terminal: Terminal,
  nameOrId: string,
  named: string | undefined,
): Promise<WorkspaceClient & { readonly id: string }> {
  const client = openGateway(terminal);
  const workspace = await chooseWorkspace(client, terminal, named);
  const { id } = await findConnection(client, workspace, nameOrId);
  return { ...client.workspace(workspace), id };
}
