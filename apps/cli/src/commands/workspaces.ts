import type { Workspace } from '@connectory/client';
import { Command } from 'commander';
import { openGateway } from '../gateway.ts';
import { type PrintOptions, print } from '../print.ts';
import { momentOf, tableText } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { wholeNumber } from '../whole-number.ts';
import { jsonOption } from './options.ts';

interface UpdateOptions extends PrintOptions {
  readonly callsPerMinute?: string;
  readonly callsPerDay?: string;
  readonly runningCalls?: string;
}

const updateHelp = `
All tokens of the workspace share these limits. A limit that is not given is removed.

Example:
  CONNECTORY_TOKEN=$CONNECTORY_ADMIN_TOKEN connectory workspaces update demo --calls-per-minute 600
`;

/** `connectory workspaces`: manages the workspaces of a gateway. */
export function workspacesCommand(terminal: Terminal): Command {
  const workspaces = new Command('workspaces').description('list, create and update workspaces');
  workspaces
    .command('list')
    .description('list the workspaces that the token has access to')
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  connectory workspaces list\n')
    .action(async (options: PrintOptions) => {
      const found = await Array.fromAsync(openGateway(terminal).workspaces.list());
      print(terminal, options, found, () =>
        tableText(
          ['name', 'id', 'created'],
          found.map(({ name, id, created_at: created }) => [name, id, momentOf(created)]),
        ),
      );
    });
  workspaces
    .command('create')
    .description('create an empty workspace; requires the admin token')
    .argument('<name>', 'name of the workspace')
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  CONNECTORY_TOKEN=$CONNECTORY_ADMIN_TOKEN connectory workspaces create acme\n')
    .action(async (name: string, options: PrintOptions) => {
      const created = await openGateway(terminal).workspaces.create(name);
      print(terminal, options, created, () => `Workspace "${created.name}" (${created.id}).`);
    });
  workspaces
    .command('update')
    .description('replace the limits of a workspace; requires the admin token')
    .argument('<workspace>', 'name or ID of the workspace')
    .option('--calls-per-minute <number>', 'maximum requests per minute, in each gateway process')
    .option('--calls-per-day <number>', 'maximum requests per UTC day')
    .option('--running-calls <number>', 'maximum concurrent calls in one gateway process; 100 by default')
    .addOption(jsonOption())
    .addHelpText('after', updateHelp)
    .action(async (workspace: string, { callsPerMinute, callsPerDay, runningCalls, ...options }: UpdateOptions) => {
      const limits = {
        ...(callsPerMinute !== undefined && { calls_per_minute: wholeNumber('--calls-per-minute', callsPerMinute) }),
        ...(callsPerDay !== undefined && { calls_per_day: wholeNumber('--calls-per-day', callsPerDay) }),
        ...(runningCalls !== undefined && { running_calls: wholeNumber('--running-calls', runningCalls) }),
      };
      const updated = await openGateway(terminal).workspaces.update(workspace, { limits });
      print(terminal, options, updated, () => `Limits of "${updated.name}": ${limitsText(updated.limits)}.`);
    });
  return workspaces;
}

const limitsText = ({
  calls_per_minute: perMinute,
  calls_per_day: perDay,
  running_calls: running,
}: Workspace['limits']) =>
  [
    ...(perMinute === undefined ? [] : [`${perMinute} calls per minute`]),
    ...(perDay === undefined ? [] : [`${perDay} calls per day`]),
    ...(running === undefined ? [] : [`${running} running calls`]),
  ].join(', ') || 'the defaults';
