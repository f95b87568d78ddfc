import { existsSync } from 'node:fs';
import { Command, Option } from 'commander';
import { findConnection } from '../find-connection.ts';
import { chooseWorkspace, clientOf } from '../gateway.ts';
import { gatewayAccess } from '../gateway-access.ts';
import { isForPeople, type PrintOptions, print } from '../print.ts';
import { invalidInput } from '../problem-error.ts';
import { downloadResumably } from '../resumed-download.ts';
import type { Terminal } from '../terminal.ts';
import { jsonOption, workspaceOption } from './options.ts';

interface ExportOptions extends PrintOptions {
  readonly workspace?: string;
  readonly format: string;
  readonly output?: string;
  readonly force?: true;
}

const help = `
The file has all records of the copy at one state. A download that breaks is continued. Values that are not of the type of
their field are null in Parquet and CSV files; the command says how many are.

Examples:
  connectory export stripe customers
  connectory export stripe charges --format csv --output charges.csv
`;

/** `connectory export`: downloads all records of an entity in the copy of a connection as a file. */
export function exportCommand(terminal: Terminal): Command {
  return new Command('export')
    .description('download all records of an entity from the copy of a connection as a file')
    .argument('<connection>', 'name or ID of the connection')
    .argument('<entity>', 'name of the entity')
    .addOption(workspaceOption())
    .addOption(
      new Option('--format <format>', 'format of the file').choices(['parquet', 'ndjson', 'csv']).default('parquet'),
    )
    .option('-o, --output <file>', 'path of the file, by default <connection>-<entity>.<format>')
    .option('--force', 'replace the file if it exists')
    .addOption(jsonOption())
    .addHelpText('after', help)
    .action(async (nameOrId: string, entity: string, options: ExportOptions) => {
      const { format, output, force } = options;
      const access = gatewayAccess(terminal);
      const client = clientOf(access);
      const workspace = await chooseWorkspace(client, terminal, options.workspace);
      const { id, name } = await findConnection(client, workspace, nameOrId);
      const path = output ?? `${name}-${entity}.${format}`;
      if (force === undefined && existsSync(path)) {
        throw invalidInput(`The file ${path} exists. Give another --output, or --force to replace it.`);
      }
      const parts = ['api', 'v1', 'workspaces', workspace, 'connections', id, 'copies', entity, 'export'];
      const url = new URL(`${access.url.replace(/\/$/, '')}/${parts.map(encodeURIComponent).join('/')}`);
      url.searchParams.set('format', format);
      const isShown = isForPeople(terminal, options);
      const headers = await downloadResumably({
        url,
        headers: { authorization: `Bearer ${access.token}`, 'x-connectory-client': 'cli' },
        path,
        onProgress: (bytes, total) => {
          if (isShown) terminal.show(`${megabytes(bytes)} of ${megabytes(total)} MB`);
        },
        sleep: (milliseconds) => terminal.sleep(milliseconds),
      });
      const records = Number(headers['connectory-records']);
      const unreadable = Number(headers['connectory-unreadable-values'] ?? 0);
      const syncedAt = headers['connectory-synced-at']?.toString() ?? null;
      const written = {
        file: path,
        records,
        synced_at: syncedAt,
        unreadable_values: unreadable,
      };
      print(terminal, options, written, () => {
        const lines = [
          `${records.toLocaleString('en')} records are in ${path}, synced at ${syncedAt ?? 'no time yet'}.`,
        ];
        if (unreadable > 0)
          lines.push(
            `${unreadable.toLocaleString('en')} values are null, because they are not of the type of their field.`,
          );
        return lines.join('\n');
      });
    });
}

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1);
