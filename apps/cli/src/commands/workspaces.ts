import type { Workspace } from '@connectory/client';
import type { Command } from 'commander';
import { managedGroup, tableOf } from '../managed-command.ts';
import type { Terminal } from '../terminal.ts';

const example = (rest: string) =>
  `\nExample:\n  CONNECTORY_TOKEN=$CONNECTORY_ADMIN_TOKEN connectory workspaces ${rest}\n`;

/** `connectory workspaces`: manages the workspaces of a gateway. */
export const workspacesCommand = (terminal: Terminal): Command =>
  managedGroup(terminal, {
    name: 'workspaces',
    description: 'list, create, update and delete workspaces',
    item: { syntax: '<workspace>', about: 'name or ID of the workspace', path: 'workspace' },
    commands: [
      {
        operation: 'listWorkspaces',
        name: 'list',
        text: tableOf<Workspace>({ name: 'name', id: 'id', created: 'created_at' }),
      },
      {
        operation: 'createWorkspace',
        name: 'create',
        description: 'create an empty workspace; requires the admin token',
        help: example('create acme'),
        arguments: [{ syntax: '<name>', about: 'name of the workspace', body: 'name' }],
        text: ({ name, id }: Workspace) => `Workspace "${name}" (${id}).`,
      },
      {
        operation: 'updateWorkspace',
        name: 'update',
        description: 'replace the limits of a workspace; requires the admin token',
        help: `
All tokens of the workspace share these limits. A limit that is not given is removed.
${example('update demo --calls-per-minute 600')}`,
        body: (_context, body) => ({ limits: {}, ...body }),
        text: ({ name, limits }: Workspace) => `Limits of "${name}": ${limitsText(limits)}.`,
      },
      {
        operation: 'deleteWorkspace',
        name: 'delete',
        description: 'delete a workspace with everything in it; requires the admin token',
        help: example('delete acme --yes'),
        confirmation: (name) => ({
          warning: `This deletes the workspace "${name}" with its connections, credentials, copies, tokens, subscriptions and audit entries.`,
          typed: name,
        }),
        text: ({ name }: Workspace) => `The workspace "${name}" is deleted.`,
      },
    ],
  });

function limitsText(limits: Workspace['limits']): string {
  const parts = Object.entries(limits).map(([name, limit]) => `${limit} ${name.replaceAll('_', ' ')}`);
  return parts.join(', ') || 'the defaults';
}
