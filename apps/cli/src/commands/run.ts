import type { ConnectorEntity } from '@connectory/client';
import { Command } from 'commander';
import { gatewayTarget } from '../execute/gateway-runner.ts';
import { runAndPrint } from '../execute/run-options.ts';
import type { RunTarget } from '../execute/run-target.ts';
import { invalidInput, ProblemError } from '../problem-error.ts';
import { typedRequest } from '../run/action-command.ts';
import { findAction, findEntity } from '../run/find-action.ts';
import { type RequestOptions, requestOptions } from '../run/request-options.ts';
import { tableText } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { workspaceOption } from './options.ts';

interface RunActionOptions extends RequestOptions {
  readonly workspace?: string;
  readonly direct?: true;
}

const help = `
The connection is its name or ID, or a connector, vendor or kind of system of which the workspace has only one connection. Parameters are
options, in kebab case or as they are named: --page-size and --page_size. Repeat an option for a list, and give objects as JSON. A value
can be in a file (@file) or on standard input (-); write @@ for a value that begins with @.

Options of this command go before the connection, or after the action. Those that choose the gateway or the workspace go before the
connection. Use --params for a parameter that cannot be written as an option, and --file for the file of an upload.

What there is:
  connectory run stripe --help                    the entities of a connection
  connectory run stripe customers --help          the actions of an entity
  connectory run stripe customers list --help     the parameters of an action

Examples:
  connectory run stripe customers list --limit 2
  connectory run stripe invoices list --all --select id,status
  connectory run stripe invoices context_store_search --query '{"aggregate":{"group_by":["status"],"values":{"invoices":{"count":"*"}}}}'
  connectory run stripe customers create --name Ada --email ada@example.com --dry-run
  CONNECTORY_CREDENTIALS='{"api_key":"sk_1"}' connectory run --direct stripe customers list --dry-run
`;

/** `connectory run`: runs one action, named on the command line, with its parameters as options. */
export function runActionCommand(terminal: Terminal): Command {
  const command = new Command('run')
    .description('run one action, with its parameters as options')
    .argument('<connection>', 'name or ID of the connection; with --direct, ID of the connector')
    .argument('[entity]', 'entity, such as customers')
    .argument('[action]', 'action, such as list')
    .argument('[parameters...]', 'parameters of the action: --limit 2')
    .passThroughOptions()
    .addOption(workspaceOption())
    .option('--direct', 'run it in this process, without a gateway: the credentials are in CONNECTORY_CREDENTIALS')
    .addHelpText('after', help);
  for (const option of requestOptions()) command.addOption(option);
  return command.action(async () => {
    const options = command.opts<RunActionOptions>();
    const { words, rest } = split(command.args);
    const [connection = ''] = words;
    const target = await targetOf(terminal, connection, options).catch(explainOrder(rest));
    try {
      await runOn(terminal, target, { words, rest }, options);
    } finally {
      target.close();
    }
  });
}

interface Typed {
  readonly words: readonly string[];
  readonly rest: readonly string[];
}

// Splits the words: connection, entity and action come before the first one that begins with a hyphen.
function split(all: readonly string[]): Typed {
  const end = all.findIndex((word, index) => index === 3 || word.startsWith('-'));
  const count = end === -1 ? Math.min(all.length, 3) : end;
  return { words: all.slice(0, count), rest: all.slice(count) };
}

async function runOn(
  terminal: Terminal,
  target: RunTarget,
  { words: [connection = '', entityName, actionName], rest }: Typed,
  options: RunActionOptions,
): Promise<void> {
  const isHelp = rest.includes('--help') || rest.includes('-h');
  if (isHelp && entityName === undefined) {
    terminal.out(`${entitiesText(connection, await target.entities())}\n`);
    return;
  }
  const entity = await findEntity(connection, target, entityName);
  if (isHelp && actionName === undefined) {
    terminal.out(`${actionsText(connection, entity)}\n`);
    return;
  }
  const action = findAction(connection, entity, actionName);
  const typed = await typedRequest(terminal, [connection, entity.name, action.action], action, rest, options);
  const runner = await target.open();
  try {
    await runAndPrint(terminal, runner, typed.request, typed.options);
  } finally {
    await runner.close();
  }
}

async function targetOf(terminal: Terminal, connection: string, { direct, workspace }: RunActionOptions) {
  if (direct === undefined) return gatewayTarget(terminal, connection, workspace);
  // The runner without a gateway takes time to load.
  const { directTarget } = await import('../execute/direct-runner.ts');
  return directTarget(terminal, connection);
}

// The parameters of an action are known only once the gateway is: until then, --profile after the action is not an option.
const explainOrder =
  (rest: readonly string[]) =>
  (error: unknown): never => {
    const option = rest.find((word) => /^--(profile|url|token)(=|$)/.test(word))?.split('=')[0];
    if (option === undefined || !(error instanceof ProblemError) || error.problem.code !== 'unauthenticated')
      throw error;
    throw invalidInput(
      `${option} goes before the connection: connectory run ${option} … <connection> <entity> <action>.`,
    );
  };

const entitiesText = (connection: string, entities: readonly ConnectorEntity[]) =>
  [
    `Usage: connectory run ${connection} <entity> <action> [parameters]`,
    '',
    tableText(
      ['entity', 'actions', 'summary'],
      entities.map(({ name, actions, summary }) => [name, actions.map(({ action }) => action).join(' '), summary]),
    ),
  ].join('\n');

const actionsText = (connection: string, { name, actions }: ConnectorEntity) =>
  [
    `Usage: connectory run ${connection} ${name} <action> [parameters]`,
    '',
    tableText(
      ['action', 'effect', 'summary'],
      actions.map(({ action, effect, summary }) => [action, effect, summary]),
    ),
  ].join('\n');
