import type { FoundAction } from '@connectory/client';
import { type Effect, effects } from '@connectory/connector-sdk/effects';
import { Command, Option } from 'commander';
import { openGateway } from '../gateway.ts';
import { type PrintOptions, print } from '../print.ts';
import { tableText } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { wholeNumber } from '../whole-number.ts';
import { jsonOption } from './options.ts';

interface ActionsOptions extends PrintOptions {
  readonly connector?: string;
  readonly effect?: Effect;
  readonly limit?: string;
}

/** `connectory actions`: finds actions by a description of the task. */
export function actionsCommand(terminal: Terminal): Command {
  return new Command('actions')
    .description('find actions by what you want to do, in plain words')
    .argument('[task]', 'what you want to do; by default, lists all actions')
    .option('--connector <id>', 'only actions of this connector')
    .addOption(new Option('--effect <effect>', 'only actions with this effect').choices(effects))
    .option('--limit <number>', 'maximum number of actions, 1 to 100 (default 10)')
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  connectory actions "give a customer the money back"\n')
    .action(async (task: string | undefined, { connector, effect, limit, ...options }: ActionsOptions) => {
      const found = await openGateway(terminal).connectors.findActions({
        ...(task !== undefined && { q: task }),
        ...(connector !== undefined && { connector }),
        ...(effect !== undefined && { effect }),
        ...(limit !== undefined && { limit: wholeNumber('--limit', limit) }),
      });
      print(terminal, options, found, () => table(found));
    });
}

function table(found: readonly FoundAction[]): string {
  return tableText(
    ['connector', 'entity', 'action', 'effect', 'summary', 'parameters', 'connections'],
    found.map(({ connector, entity, action, effect, summary, params, connections = [] }) => [
      connector,
      entity,
      action,
      effect,
      summary,
      paramsText(params),
      connections.map(({ name }) => name).join(', '),
    ]),
  );
}

/** Formats the required parameters, and whether there are optional ones. */
function paramsText(params: FoundAction['params']): string {
  const required = params.filter((param) => param.required).map(({ name }) => name);
  return [...required, ...(required.length < params.length ? ['…'] : [])].join(', ');
}
