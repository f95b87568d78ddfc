import type { Workspace } from '@connectory/client';
import { Command } from 'commander';
import { example, managedCommand, tableOf } from '../managed-command.ts';
import { momentOf } from '../table.ts';
import type { Terminal } from '../terminal.ts';

/** `connectory workspaces`: manages the workspaces of a gateway. */
export function workspacesCommand(terminal: Terminal): Command {
  const admin = 'CONNECTORY_TOKEN=$CONNECTORY_ADMIN_TOKEN connectory workspaces';
  return new Command('workspaces')
    .description('list, create and update workspaces')
    .addCommand(
      managedCommand(terminal, {
        operation: 'listWorkspaces',
        name: 'list',
        description: 'list the workspaces that the token has access to',
        help: example('connectory workspaces list'),
        text: tableOf<Workspace>({
          name: (one) => one.name,
          id: (one) => one.id,
          created: (one) => momentOf(one.created_at),
        }),
      }),
    )
    .addCommand(
      managedCommand<Workspace>(terminal, {
        operation: 'createWorkspace',
        name: 'create',
        description: 'create an empty workspace; requires the admin token',
        help: example(`${admin} create acme`),
        arguments: { '<name>': { about: 'name of the workspace', body: 'name' } },
        text: ({ name, id }) => `Workspace "${name}" (${id}).`,
      }),
    )
    .addCommand(
      managedCommand<Workspace>(terminal, {
        operation: 'updateWorkspace',
        name: 'update',
        description: 'replace the limits of a workspace; requires the admin token',
        help: `
All tokens of the workspace share these limits. A limit that is not given is removed.
${example(`${admin} update demo --calls-per-minute 600`)}`,
        arguments: { '<workspace>': { about: 'name or ID of the workspace', path: 'workspace' } },
        body: (_context, body) => ({ limits: {}, ...body }),
        text: ({ name, limits }) => `Limits of "${name}": ${limitsText(limits)}.`,
      }),
    );
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
