import type { Client, ConnectorInstance, WorkspaceClient } from '@connectory/client';
import { chooseWorkspace, openGateway } from './gateway.ts';
import { nearestOf } from './nearest-of.ts';
import { invalidInput, ProblemError } from './problem-error.ts';
import type { Terminal } from './terminal.ts';

/** Finds a connection by name or ID in a workspace, by default that of the token. Throws a problem that lists the connections. */
export async function findConnection(
  client: Client,
  workspace: string | undefined,
  nameOrId: string,
): Promise<ConnectorInstance> {
  const names: string[] = [];
  for await (const instance of client.connectorInstances(workspace)) {
    if (instance.name === nameOrId || instance.id === nameOrId) return instance;
    names.push(instance.name);
  }
  throw connectionNotFound(nameOrId, names, workspace);
}

/** Like `findConnection`, or the only connection of the connector with that ID. Throws a problem of code 4 if there are several. */
export async function findConnectionOrConnector(
  client: Client,
  workspace: string | undefined,
  wanted: string,
): Promise<ConnectorInstance> {
  const all = await Array.fromAsync(client.connectorInstances(workspace));
  const found = all.find(({ id, name }) => id === wanted || name === wanted);
  if (found !== undefined) return found;
  const [only, ...others] = all.filter(({ connector }) => connector === wanted);
  const names = (connections: readonly ConnectorInstance[]) => connections.map(({ name }) => name);
  if (only === undefined) throw connectionNotFound(wanted, names(all), workspace);
  if (others.length === 0) return only;
  throw invalidInput(
    `The connector ${wanted} has several connections. Name one: ${names([only, ...others]).join(', ')}.`,
  );
}

function connectionNotFound(nameOrId: string, names: readonly string[], workspace: string | undefined): ProblemError {
  const near = nearestOf(nameOrId, names);
  const known = names.length === 0 ? 'has no connections yet' : `has ${names.slice(0, 20).join(', ')}`;
  const message = `There is no connection "${nameOrId}": the workspace${workspace === undefined ? '' : ` "${workspace}"`} ${known}.${near === undefined ? '' : ` Did you mean "${near}"?`}`;
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
