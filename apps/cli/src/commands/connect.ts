import type { Connection, ConnectLink, CreatedConnectLink, WorkspaceClient } from '@connectory/client';
import { Command } from 'commander';
import { findConnection } from '../find-connection.ts';
import { chooseWorkspace, openGateway } from '../gateway.ts';
import { settingsOf } from '../link-settings.ts';
import { isForPeople, type PrintOptions } from '../print.ts';
import { invalidInput, ProblemError } from '../problem-error.ts';
import { momentOf, tableText } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { jsonOption, settingOption, workspaceOption } from './options.ts';

interface ConnectOptions extends PrintOptions {
  readonly workspace?: string;
  readonly name?: string;
  readonly set?: readonly string[];
  readonly authentication?: string;
  readonly connection?: string;
  readonly wait: boolean;
  readonly browser: boolean;
}

const pollMilliseconds = 1_000;

const help = `
Share the link with the owner of the account. It leads to the vendor's consent page if the workspace has an OAuth application for the
connector (connectory oauth-apps); otherwise, it asks for API keys. --connection reconnects an existing connection, which keeps its ID,
settings and copy.

Examples:
  connectory connections connect stripe --name shop --no-wait
  connectory connections connect --connection stripe --no-wait
`;

/** `connectory connections connect`: creates a connect link, shows it and waits until it is used. */
export function connectCommand(terminal: Terminal): Command {
  return new Command('connect')
    .description('connect an account with a link, by consent or with API keys')
    .argument('[connector]', 'ID of the connector: connectory connectors list')
    .addOption(workspaceOption())
    .addOption(jsonOption())
    .option('-n, --name <name>', 'name of the connection; by default, the ID of the connector')
    .addOption(settingOption())
    .option('-a, --authentication <name>', 'authentication method; by default, the gateway chooses')
    .option('--connection <connection>', 'reconnect this connection (name or ID)')
    .option('--no-wait', 'only create the link')
    .option('--no-browser', 'do not open the link here')
    .addHelpText('after', help)
    .action(async (connector: string | undefined, options: ConnectOptions) => {
      const client = openGateway(terminal);
      const workspace = await chooseWorkspace(client, terminal, options.workspace);
      const wanted = await wantedLink(client, workspace, connector, options);
      const opened = client.workspace(workspace);
      const created = await opened.connectLinks.create(wanted);
      showLink(terminal, options, created);
      if (!options.wait) return;
      const link = await untilUsed(terminal, options, opened, created);
      const connections = await Promise.all(link.connections.map((id) => opened.connections.get(id)));
      showConnections(terminal, options, connections);
    });
}

async function wantedLink(
  client: ReturnType<typeof openGateway>,
  workspace: string,
  connector: string | undefined,
  { connection, name, set = [], authentication }: ConnectOptions,
) {
  const way = authentication === undefined ? {} : { authentication };
  if (connection !== undefined) {
    if (connector !== undefined || name !== undefined || set.length > 0) {
      throw invalidInput(
        'With --connection, the connection keeps its connector, name and settings. Omit the connector, --name and --set.',
      );
    }
    const { id } = await findConnection(client, workspace, connection);
    const { connector: known } = await client.workspace(workspace).connections.get(id);
    return { connector: known, connection_id: id, ...way };
  }
  if (connector === undefined) throw invalidInput('Name a connector, or an existing connection with --connection.');
  const settings = set.length === 0 ? undefined : settingsOf(set, (await client.connectors.get(connector)).settings);
  return { connector, ...way, ...(name !== undefined && { name }), ...(settings !== undefined && { settings }) };
}

// Programs get one line of JSON with the link, to pass it on, and later one with the new connection.
function showLink(terminal: Terminal, options: ConnectOptions, { id, url, expires_at: end }: CreatedConnectLink): void {
  if (!isForPeople(terminal, options)) {
    terminal.out(`${JSON.stringify({ id, url, expires_at: end })}\n`);
    return;
  }
  terminal.out(`Open this link to connect the account (until ${momentOf(end)}):\n  ${url}\n`);
  if (options.wait && options.browser && !terminal.environment.CI) terminal.openBrowser(url);
}

async function untilUsed(
  terminal: Terminal,
  options: ConnectOptions,
  { connectLinks }: WorkspaceClient,
  { id }: CreatedConnectLink,
): Promise<ConnectLink> {
  const isShown = isForPeople(terminal, options);
  for (let turn = 0; ; turn++) {
    const link = await connectLinks.get(id);
    if (link.state === 'connected') {
      if (isShown) terminal.show('Connected.');
      return link;
    }
    if (link.state !== 'open') {
      const reason =
        link.state === 'expired' ? 'The link expired before it was used.' : 'The link was canceled before it was used.';
      const problem = link.last_problem === null ? '' : ` The last attempt failed: ${link.last_problem}`;
      throw new ProblemError({ status: 410, code: 'connect_link_ended', message: `${reason}${problem}` });
    }
    if (isShown) terminal.show(waitingText(turn, link.last_problem));
    await terminal.sleep(pollMilliseconds);
  }
}

const waitingText = (turn: number, problem: string | null) =>
  [`Waiting${'.'.repeat((turn % 3) + 1)}`, ...(problem === null ? [] : [`The last attempt failed: ${problem}`])].join(
    '\n',
  );

function showConnections(terminal: Terminal, options: ConnectOptions, connections: readonly Connection[]): void {
  if (!isForPeople(terminal, options)) {
    terminal.out(`${JSON.stringify({ connections })}\n`);
    return;
  }
  const rows = connections.map(({ name, id, connector, vendor }) => [name, id, connector, vendor]);
  terminal.out(`${tableText(['name', 'id', 'connector', 'vendor'], rows)}\n`);
}
