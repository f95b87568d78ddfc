import type { Client, Connections, ConnectorInstance } from '@connectory/client';
import { chooseWorkspace, openGateway } from './gateway.ts';
import { nearestOf } from './nearest-of.ts';
import { ProblemError } from './problem-error.ts';
import type { Terminal } from './terminal.ts';

/** The connection of that name or id in a workspace; in that of the token when none is named. Throws a problem that names those there are. */
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
  const near = nearestOf(nameOrId, names);
  const known = names.length === 0 ? 'has no connection yet' : `has ${names.slice(0, 20).join(', ')}`;
  const message = `There is no connection "${nameOrId}": the workspace${workspace === undefined ? '' : ` "${workspace}"`} ${known}.${near === undefined ? '' : ` Did you mean "${near}"?`}`;
  throw new ProblemError({
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

/** The connections of the chosen workspace, and the id of the one of that name or id. Throws what `findConnection` and `chooseWorkspace` throw. */
export async function openConnection(
  terminal: Terminal,
  nameOrId: string,
  named: string | undefined,
): Promise<{ readonly connections: Connections; readonly id: string }> {
  const client = openGateway(terminal);
  const workspace = await chooseWorkspace(client, terminal, named);
  const { id } = await findConnection(client, workspace, nameOrId);
  return { connections: client.workspace(workspace).connections, id };
}
