import { parseVerbatim } from '@connectory/exact-json';
import { tableText } from '../table.ts';
import type { ActionRequest } from './action-runner.ts';

interface Aggregate {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly meta: {
    readonly total: number;
    readonly has_more: boolean;
    readonly synced_at: string | null;
    readonly warnings?: readonly string[];
  };
}

/**
 * The response to an aggregation for people: its rows as a table, then the number of records, whether there are more groups, and warnings.
 * Null for a request of anything else.
 */
export function aggregateText({ action, params, dry_run: dryRun }: ActionRequest, response: string): string | null {
  const { query } = (params ?? {}) as { readonly query?: { readonly aggregate?: object | null } | null };
  const isAggregate = action === 'context_store_search' && (query?.aggregate ?? null) !== null && dryRun !== true;
  if (!isAggregate) return null;
  const { data, meta } = parseVerbatim(response) as Aggregate;
  const names = Object.keys(data[0] ?? {});
  const rows = data.map((row) => names.map((name) => cellOf(row[name])));
  const more = meta.has_more ? `; there are more than these ${data.length} groups` : '';
  return [
    ...(data.length === 0 ? [] : [tableText(names, rows), '']),
    `${JSON.stringify(meta.total)} records${more}; the copy is of ${meta.synced_at ?? 'an unfinished pass'}.`,
    ...(meta.warnings ?? []),
  ].join('\n');
}

const cellOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
};
