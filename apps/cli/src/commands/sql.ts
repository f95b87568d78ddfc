import { parseVerbatim } from '@connectory/exact-json';
import { Command } from 'commander';
import { chooseWorkspace, openGateway } from '../gateway.ts';
import { textOf } from '../json-input.ts';
import { jsonText } from '../json-text.ts';
import { isForPeople, type PrintOptions } from '../print.ts';
import { momentOf, tableText } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { wholeNumber } from '../whole-number.ts';
import { jsonOption, workspaceOption } from './options.ts';

interface SqlOptions extends PrintOptions {
  readonly workspace?: string;
  readonly limit: string;
  readonly maxStaleness?: string;
  readonly intent?: string;
}

/** A response, with numbers as they are written. */
interface SqlResult {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly meta: {
    readonly columns: readonly { readonly name: string }[];
    readonly has_more: boolean;
    readonly tables: readonly {
      readonly connection: string;
      readonly entity: string;
      readonly synced_at: string | null;
    }[];
  };
}

const help = `
Tables are the copies of the workspace: connection.entity, with quotes where a name needs them ("acme-crm".contacts). DESCRIBE shows the
columns of one. The dialect is DuckDB's; nothing can be written.

Rows are printed as a table on a terminal, and otherwise as one JSON object per line. With --json, the whole response is printed.

Examples:
  connectory sql 'SELECT status, count(*) AS invoices FROM stripe.invoices GROUP BY ALL'
  connectory sql 'DESCRIBE stripe.customers'
  echo 'SELECT count(*) FROM stripe.customers' | connectory sql -
`;

/** `connectory sql`: runs a statement over the copies of a workspace. */
export function sqlCommand(terminal: Terminal): Command {
  return new Command('sql')
    .description('run a SQL statement over the copies of all connections')
    .argument('<statement>', 'SELECT statement, @file, or - for standard input')
    .addOption(workspaceOption())
    .option('--limit <number>', 'maximum number of rows, up to 10,000', '1000')
    .option('--max-staleness <seconds>', 'fail if a table is older than this')
    .option('--intent <text>', 'why you run it; kept in the audit')
    .addOption(jsonOption())
    .addHelpText('after', help)
    .action(async (statement: string, options: SqlOptions) => {
      const client = openGateway(terminal);
      const workspace = await chooseWorkspace(client, terminal, options.workspace);
      const { maxStaleness, intent } = options;
      const { data } = await client.transport.POST('/api/v1/workspaces/{workspace}/sql', {
        params: { path: { workspace } },
        body: {
          sql: await textOf(terminal, statement),
          limit: wholeNumber('--limit', options.limit),
          ...(maxStaleness !== undefined && { max_staleness: wholeNumber('--max-staleness', maxStaleness) }),
          ...(intent !== undefined && { intent }),
        },
        parseAs: 'text',
      });
      show(terminal, options, parseVerbatim(data ?? '') as SqlResult);
    });
}

function show(terminal: Terminal, options: PrintOptions, result: SqlResult): void {
  const { data, meta } = result;
  if (options.json !== undefined) terminal.out(`${jsonText(result, terminal.colors.out)}\n`);
  else if (!isForPeople(terminal, options)) terminal.out(data.map((row) => `${JSON.stringify(row)}\n`).join(''));
  else {
    const names = meta.columns.map(({ name }) => name);
    const rows = data.map((row) => names.map((name) => cellOf(row[name])));
    terminal.out(`${tableText(names, rows)}\n\n${summaryOf(result)}\n`);
  }
  if (meta.has_more) terminal.error('There are more rows. Raise --limit, or narrow the statement.\n');
}

function summaryOf({ data, meta }: SqlResult): string {
  const tables = meta.tables.map(
    ({ connection, entity, synced_at: at }) => `${connection}.${entity} ${at === null ? 'incomplete' : momentOf(at)}`,
  );
  return [`${data.length} ${data.length === 1 ? 'row' : 'rows'}`, ...tables].join('; ');
}

const cellOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
};
