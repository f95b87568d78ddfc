import type { FoundAction } from '@connectory/client';
import type { Command } from 'commander';
import { managedCommand, tableOf } from '../managed-command.ts';
import type { Terminal } from '../terminal.ts';

const table = tableOf<FoundAction>({
  connector: 'connector',
  entity: 'entity',
  action: 'action',
  effect: 'effect',
  summary: 'summary',
  parameters: ({ params }) => {
    const required = params.filter((param) => param.required).map(({ name }) => name);
    return [...required, ...(required.length < params.length ? ['…'] : [])].join(', ');
  },
  connections: ({ connections = [] }) => connections.map(({ name }) => name).join(', '),
});

/** `connectory actions`: finds actions by a description of the task. */
export function actionsCommand(terminal: Terminal): Command {
  return managedCommand<readonly FoundAction[]>(terminal, {
    operation: 'findActions',
    name: 'actions',
    description: 'find actions by what you want to do, in plain words',
    example: 'give a customer the money back',
    arguments: [{ syntax: '[task...]', about: 'what you want to do; by default, lists all actions', query: 'q' }],
    members: {
      action: null,
      connected: null,
      connector: { flags: '--connector <id>' },
      limit: { about: 'maximum number of actions, 1 to 100 (default 10)' },
    },
    result: ({ data }) => data,
    text: table,
  });
}
