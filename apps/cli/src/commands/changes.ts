import type { Change, ChangeQuery, Changes } from '@connectory/client';
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
prints each change as it happens, one per line, until you press Ctrl-C; it then prints the cursor to continue with.

Examples:
  connectory changes stripe --since 24h
  connectory changes stripe --entity customers --limit 10
`;

/** `connectory changes`: shows what changed in the copies of a connection, once or continuously. */
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
        await follow(terminal, changes, id, query, isForPeople(terminal, options) ? lineOf : JSON.stringify);
        return;
      }
      const page = await changes.page(id, { ...query, limit: wholeNumber('--limit', options.limit) });
      const next = `Continue with: --cursor ${page.meta.cursor}`;
      print(terminal, options, page, () => (page.data.length === 0 ? next : `${changesTable(page.data)}\n\n${next}`));
    });
}

/** Prints each change as it happens and, when the user stops it, the cursor to continue from. */
async function follow(
  terminal: Terminal,
  changes: Changes,
  id: string,
  query: Omit<ChangeQuery, 'limit'>,
  lineOf: (change: Change) => string,
): Promise<void> {
  const signal = terminal.interrupted();
  const isFromNow = query.since === undefined && (query.cursor ?? 'now') === 'now';
  const start = isFromNow ? { ...query, cursor: (await changes.page(id, { cursor: 'now' })).meta.cursor } : query;
  let next = start.cursor === undefined ? `--since ${start.since}` : `--cursor ${start.cursor}`;
  async function* lines(): AsyncGenerator<Uint8Array, void> {
    for await (const change of changes.follow(id, { ...start, signal })) {
      yield Buffer.from(`${lineOf(change)}\n`);
      next = `--cursor ${change.cursor}`;
    }
  }
  await terminal.outBytes(lines());
  terminal.error(`Continue with: ${next}\n`);
}

const timeOf = ({ at }: Change) => `${at.slice(0, 19).replace('T', ' ')} UTC`;

function lineOf(change: Change): string {
  const { type, entity, key, changed_fields: fields, cause } = change;
  const parts = [
    String(change.sequence),
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
    ['sequence', 'at', 'type', 'entity', 'key', 'changed fields', 'cause'],
    changes.map((change) => [
      change.sequence,
      timeOf(change),
      change.type,
      change.entity,
      change.key.join('/'),
      change.changed_fields.join(', '),
      change.cause,
    ]),
  );
}
