import { Command } from 'commander';
import { openGateway } from '../gateway.ts';
import { type PrintOptions, print } from '../print.ts';
import { momentOf, tableText } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { jsonOption } from './options.ts';

/** `connectory workspaces`: the tenants of a gateway. */
export function workspacesCommand(terminal: Terminal): Command {
  const workspaces = new Command('workspaces').description('create and list workspaces');
  workspaces
    .command('list')
    .description('list the workspaces of the token; all for the admin token')
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
    .description('create an empty workspace; needs the admin token')
    .argument('<name>', 'name of the workspace')
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  CONNECTORY_TOKEN=$CONNECTORY_ADMIN_TOKEN connectory workspaces create acme\n')
    .action(async (name: string, options: PrintOptions) => {
      const created = await openGateway(terminal).workspaces.create(name);
      print(terminal, options, created, () => `Workspace "${created.name}" (${created.id}).`);
    });
  return workspaces;
}
