import type { FoundRecord, FoundRecords } from '@connectory/client';
import { Command } from 'commander';
import { chooseWorkspace, openGateway } from '../gateway.ts';
import { type PrintOptions, print } from '../print.ts';
import { tableText } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { wholeNumber } from '../whole-number.ts';
import { jsonOption, workspaceOption } from './options.ts';

interface FindOptions extends PrintOptions {
  readonly workspace?: string;
  readonly connection?: string[];
  readonly connector?: string[];
  readonly entity?: string[];
  readonly limit: string;
}

const help = `
Looks for the words in the synchronized copies of all connections that the token may search. Records with all words come first. Words
match with typos, and names of systems and kinds of records narrow the search. Requires a gateway in hosted mode.

Examples:
  connectory find maya lindholm
  connectory find late parcel --connection stripe --limit 5
  connectory find unpaid invoice --entity invoices charges --json
`;

/** `connectory find`: finds records of all connections by words. */
export function findCommand(terminal: Terminal): Command {
  return new Command('find')
    .description('find records of all connections by words')
    .argument('<words...>', 'what to look for, in any order')
    .addOption(workspaceOption())
    .option('-c, --connection <names...>', 'only these connections (names or IDs)')
    .option('--connector <ids...>', 'only connections of these connectors')
    .option('-e, --entity <names...>', 'only these entities')
    .option('--limit <number>', 'maximum number of records, up to 100', '20')
    .addOption(jsonOption())
    .addHelpText('after', help)
    .action(async (words: readonly string[], options: FindOptions) => {
      const client = openGateway(terminal);
      const workspace = client.workspace(await chooseWorkspace(client, terminal, options.workspace));
      const { connection: connections, connector: connectors, entity: entities } = options;
      const found = await workspace.find({
        words: words.join(' '),
        limit: wholeNumber('--limit', options.limit),
        ...(connections !== undefined && { connections }),
        ...(connectors !== undefined && { connectors }),
        ...(entities !== undefined && { entities }),
      });
      print(terminal, options, found, () => textOf(found));
    });
}

function textOf({ data, meta }: FoundRecords): string {
  const [first] = data;
  const skipped =
    meta.skipped.length === 0
      ? []
      : [
          `Not searched: ${meta.skipped.map(({ connection, entity, reason }) => `${connection} ${entity} (${reason})`).join(', ')}`,
        ];
  if (first === undefined) return ['Nothing found.', ...skipped].join('\n\n');
  const table = tableText(
    ['title', 'connection', 'entity', 'url'],
    data.map(({ title, connection, entity, url }) => [title, connection.name, entity, url]),
  );
  return [table, `The whole first record: ${commandOf(first)}`, ...skipped].join('\n\n');
}

const commandOf = ({ connection, entity, call: { action, params } }: FoundRecord) =>
  `connectory run ${connection.name} ${entity} ${action} --params '${JSON.stringify(params).replaceAll("'", String.raw`'\''`)}'`;
