import { Command } from 'commander';
import { type PrintOptions, print } from '../print.ts';
import { endWith } from '../problem-error.ts';
import type { Terminal } from '../terminal.ts';
import { jsonOption } from './options.ts';

const help = `
It reads CONNECTORY_DATA_DIR and CONNECTORY_DATABASE_URL as serve does, and runs as the same user. The gateway may go on running. The key
that the credentials are encrypted with is not in the backup: keep it apart. A gateway on PostgreSQL is backed up with pg_dump.

To restore, copy the directory and the key file to where CONNECTORY_DATA_DIR is, and run serve.

Example:
  connectory backup backups/monday
`;

/** `connectory backup`: copies the data of a gateway on SQLite, which may go on running. */
export function backupCommand(terminal: Terminal): Command {
  return new Command('backup')
    .description('back up the data of a gateway on SQLite, which may go on running')
    .argument('<directory>', 'where to; it must not exist')
    .addOption(jsonOption())
    .addHelpText('after', help)
    .action(async (directory: string, options: PrintOptions) => {
      // A gateway takes its time to load.
      const { backUp } = await import('@connectory/gateway');
      const backup = await backUp(terminal.environment, directory).catch(endWith('not_backed_up'));
      print(terminal, options, backup, () =>
        [
          `${backup.directory}: ${backup.files.length} files, ${(backup.bytes / 1_048_576).toFixed(1)} MiB`,
          backup.keyFile === null
            ? 'The key is not in it: keep CONNECTORY_SECRET_KEY apart from it.'
            : `The key is not in it: keep ${backup.keyFile} apart from it.`,
        ].join('\n'),
      );
    });
}
