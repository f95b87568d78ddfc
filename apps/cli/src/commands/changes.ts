import type { Change } from '@connectory/client';
import { Command } from 'commander';
import { openConnection } from '../find-connection.ts';
import { isForPeople, type PrintOptions, print } from '../print.ts';
import { printable, tableText } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { momentBefore } from '../time-input.ts';
import { wholeNumber } from '../whole-number.ts';
import { jsonOption, workspaceOption } from './options.ts';

interface ChangesOptions extends PrintOptions {
  readonly workspace?: string;
  readonly entity?: string[];
  readonly cursor?: string;
  readonly since?: string;
  readonly limit: string;
  readonly follow?: true;
}

const help = `
Without --cursor or --since, it starts with the first change of the feed. With --follow, it starts with the next change, and
prints each change as it happens until you stop it.

Examples:
  connectory changes payments --since 24h
  connectory changes payments --entity customers --limit 10
`;

/** `connectory changes`: what changed in the copies of a connection, once or as it happens. */
export function changesCommand(terminal: Terminal): Command {
  return new Command('changes')
    .description('list the records that were added, changed or removed in the copy of a connection')
    .argument('<connection>', 'name or ID of the connection')
    .addOption(workspaceOption())
    .option('-e, --entity <names...>', 'only these entities')
    .option('--cursor <cursor>', 'continue after this cursor')
    .option('--since <time>', 'only changes since this time: a date, or a duration such as 24h ago')
    .option('--limit <number>', 'maximum number of changes to list, up to 1,000', '50')
    .option('-f, --follow', 'keep printing changes as they happen')
    .addOption(jsonOption())
    .addHelpText('after', help)
    .action(async (connection: string, options: ChangesOptions) => {
      const { changes, id } = await openConnection(terminal, connection, options.workspace);
      const { entity: entities, cursor, since } = options;
      const query = {
        ...(entities !== undefined && { entities }),
        ...(cursor !== undefined && { cursor }),
        ...(since !== undefined && { since: momentBefore(since, Date.now()) }),
      };
      if (options.follow !== undefined) {
        const line = isForPeople(terminal, options) ? lineOf : JSON.stringify;
        await terminal.outBytes(lines(changes.follow(id, query), line));
        return;
      }
      const page = await changes.page(id, { ...query, limit: wholeNumber('--limit', options.limit) });
      const next = `Continue with: --cursor ${page.meta.cursor}`;
      print(terminal, options, page, () => (page.data.length === 0 ? next : `${changesTable(page.data)}\n\n${next}`));
    });
}

async function* lines(
  changes: AsyncIterable<Change>,
  lineOf: (change: Change) => string,
): AsyncGenerator<Uint8Array, void> {
  for await (const change of changes) yield Buffer.from(`${lineOf(change)}\n`);
}

const timeOf = ({ at }: Change) => `${at.slice(0, 19).replace('T', ' ')} UTC`;

function lineOf(change: Change): string {
  const { type, entity, key, changed_fields: fields, cause } = change;
  const parts = [
    timeOf(change),
    type.padEnd(7),
    entity,
    key.join('/'),
    ...(fields.length > 0 ? [fields.join(', ')] : []),
  ];
  return printable(`${parts.join('  ')}  (${cause})`);
}

function changesTable(changes: readonly Change[]): string {
  return tableText(
    ['at', 'type', 'entity', 'key', 'changed fields', 'cause'],
    changes.map((change) => [
      timeOf(change),
      change.type,
      change.entity,
      change.key.join('/'),
      change.changed_fields.join(', '),
      change.cause,
    ]),
  );
}
