import { Command } from 'commander';
import { type PrintOptions, print } from '../print.ts';
import { readProfiles } from '../profiles.ts';
import { tableText } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { jsonOption } from './options.ts';

/** `connectory profiles`: lists the stored profiles, without their tokens. */
export function profilesCommand(terminal: Terminal): Command {
  return new Command('profiles')
    .description('list the profiles')
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  connectory profiles\n')
    .action((options: PrintOptions) => {
      const found = [...readProfiles(terminal.environment)].map(([name, { url }]) => ({ name, url }));
      print(terminal, options, found, () =>
        found.length === 0
          ? 'There are no profiles yet. Create one with: connectory login'
          : tableText(
              ['name', 'url'],
              found.map(({ name, url }) => [name, url]),
            ),
      );
    });
}
