import type { Connection } from '@connectory/client';
import { Command } from 'commander';
import { missingCredentials, readCredentials } from '../credentials.ts';
import { openConnection } from '../find-connection.ts';
import { chooseWorkspace, openGateway } from '../gateway.ts';
import { jsonArgumentHelp, readJsonObject } from '../json-input.ts';
import { type PrintOptions, print } from '../print.ts';
import { invalidInput } from '../problem-error.ts';
import { momentOf, tableText } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { connectCommand } from './connect.ts';
import { connectionEventsCommand } from './connection-events.ts';
import { jsonOption, workspaceOption } from './options.ts';
import { updateConnectionCommand } from './update-connection.ts';

interface ConnectionOptions extends PrintOptions {
  readonly workspace?: string;
}

interface AddOptions extends ConnectionOptions {
  readonly name?: string;
  readonly credentials?: string;
  readonly authentication?: string;
  readonly settings?: string;
  readonly check: boolean;
}

const addHelp = `
Credentials are a JSON object with a value for each field; connectory connectors describe stripe lists the fields. They cannot be given
as an argument, because the shell would keep them in its history: use a file (--credentials @stripe.json), standard input, or
CONNECTORY_CREDENTIALS. They are verified with a call before they are stored; made-up ones as in this example need --no-check.

Example:
  echo '{"api_key":"sk_test_1"}' | connectory connections add stripe --name second --credentials - --no-check
`;

/** `connectory connections`: manages the connections of a workspace. */
export function connectionsCommand(terminal: Terminal, end: (code: number) => void): Command {
  const connections = new Command('connections').description(
    'list, connect, add, show, update, check and remove connections; show where events go',
  );
  const subcommand = (name: string, description: string) =>
    connections.command(name).description(description).addOption(workspaceOption()).addOption(jsonOption());

  subcommand('list', 'list connections; the ID is the connector_id of execute calls')
    .addHelpText('after', '\nExample:\n  connectory connections list\n')
    .action(async (options: ConnectionOptions) => {
      const client = openGateway(terminal);
      const workspace = await chooseWorkspace(client, terminal, options.workspace);
      const found = await Array.fromAsync(client.connectorInstances(workspace));
      print(terminal, options, found, () =>
        tableText(
          ['name', 'id', 'connector', 'vendor', 'state', 'changed'],
          found.map(({ name, id, connector, vendor, state, updated_at: updated }) => [
            name,
            id,
            connector,
            vendor,
            state,
            momentOf(updated),
          ]),
        ),
      );
    });

  connections.addCommand(connectCommand(terminal));

  subcommand('add', 'store an account whose credentials you have')
    .argument('<connector>', 'ID of the connector: connectory connectors list')
    .option('-n, --name <name>', 'name of the connection; by default, the ID of the connector')
    .option('-c, --credentials <source>', '@file, or - for standard input; by default, CONNECTORY_CREDENTIALS')
    .option('-a, --authentication <name>', 'authentication method; by default, the first that fits the credentials')
    .option('-s, --settings <settings>', jsonArgumentHelp)
    .option('--no-check', 'do not verify the credentials with a call')
    .addHelpText('after', addHelp)
    .action(async (connector: string, options: AddOptions) => {
      const { name, authentication, check } = options;
      const client = openGateway(terminal);
      if (options.credentials === '-' && options.settings === '-') {
        throw invalidInput('Standard input holds either the credentials or the settings. Give the other one as @file.');
      }
      const credentials = await readCredentials(terminal, options.credentials);
      if (credentials === undefined) {
        const { id, auth } = await client.connectors.get(connector);
        throw missingCredentials(id, auth, '--credentials @file, in --credentials - on standard input');
      }
      const settings = options.settings === undefined ? undefined : await readJsonObject(terminal, options.settings);
      const workspace = await chooseWorkspace(client, terminal, options.workspace);
      const added = await client.workspace(workspace).connections.create({
        connector,
        credentials,
        check,
        ...(name !== undefined && { name }),
        ...(authentication !== undefined && { authentication }),
        ...(settings !== undefined && { settings }),
      });
      print(terminal, options, added, () => sentenceOf(added, 'is added'));
    });

  subcommand('show', 'show the settings, limits and state of a connection')
    .argument('<connection>', 'name or ID of the connection')
    .addHelpText('after', '\nExample:\n  connectory connections show stripe\n')
    .action(async (nameOrId: string, options: ConnectionOptions) => {
      const { connections: opened, id } = await openConnection(terminal, nameOrId, options.workspace);
      const shown = await opened.get(id);
      print(terminal, options, shown, () => detailsOf(shown));
    });

  connections.addCommand(updateConnectionCommand(terminal));

  subcommand('check', 'verify the stored credentials of a connection with a call')
    .argument('<connection>', 'name or ID of the connection')
    .addHelpText('after', '\nExample:\n  connectory connections check stripe\n')
    .action(async (nameOrId: string, options: ConnectionOptions) => {
      const { connections: opened, id } = await openConnection(terminal, nameOrId, options.workspace);
      const checked = await opened.check(id);
      print(terminal, options, checked, () => sentenceOf(checked, 'works'));
    });

  connections.addCommand(connectionEventsCommand(terminal, end));

  subcommand('remove', 'remove a connection with its credentials and its synchronized copy')
    .argument('<connection>', 'name or ID of the connection')
    .addHelpText('after', '\nExample:\n  connectory connections remove second\n')
    .action(async (nameOrId: string, options: ConnectionOptions) => {
      const { connections: opened, id } = await openConnection(terminal, nameOrId, options.workspace);
      const removed = await opened.remove(id);
      print(terminal, options, removed, () => sentenceOf(removed, 'is removed'));
    });
  return connections;
}

const sentenceOf = ({ name, id, vendor, connector }: Connection, what: string) =>
  `Connection "${name}" (${vendor ?? connector}, ${id}) ${what}.`;

const detailsOf = (shown: Connection) =>
  tableText(
    ['', ''],
    [
      ['name', shown.name],
      ['id', shown.id],
      ['connector', shown.connector],
      ['vendor', shown.vendor],
      ['state', shown.state_reason === null ? shown.state : `${shown.state}: ${shown.state_reason}`],
      ['state since', momentOf(shown.state_since)],
      ['authentication', shown.authentication],
      ['settings', JSON.stringify(shown.settings)],
      ['limits', JSON.stringify(shown.limits)],
      ['created', momentOf(shown.created_at)],
      ['changed', momentOf(shown.updated_at)],
    ],
  ).trimStart();
