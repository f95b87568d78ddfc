import { Command } from 'commander';
import { type PrintOptions, print } from '../print.ts';
import { endWith } from '../problem-error.ts';
import type { Terminal } from '../terminal.ts';
import { jsonOption } from './options.ts';

const help = `
Run it with the same CONNECTORY_DATA_DIR and CONNECTORY_DATABASE_URL as serve, and as the same user. The gateway can keep running. The
backup does not contain the encryption key: store it separately. Use pg_dump to back up a gateway on PostgreSQL.

To restore, copy the directory and the key file to CONNECTORY_DATA_DIR and run serve.

Example:
  connectory backup backups/monday
`;

/** `connectory backup`: copies the data of a gateway on SQLite, which may keep running. */
export function backupCommand(terminal: Terminal): Command {
  return new Command('backup')
    .description('back up a gateway on SQLite, even while it runs')
    .argument('<directory>', 'target directory; must not exist')
    .addOption(jsonOption())
    .addHelpText('after', help)
    .action(async (directory: string, options: PrintOptions) => {
      // Imported here because the gateway takes time to load.
      const { backUp } = await import('@connectory/gateway');
      const backup = await backUp(terminal.environment, directory).catch(endWith('not_backed_up'));
      print(terminal, options, backup, () =>
        [
          `${backup.directory}: ${backup.files.length} files, ${(backup.bytes / 1_048_576).toFixed(1)} MiB`,
          backup.keyFile === null
            ? 'The encryption key is not included: store CONNECTORY_SECRET_KEY separately.'
            : `The encryption key is not included: store ${backup.keyFile} separately.`,
        ].join('\n'),
      );
    });
}
