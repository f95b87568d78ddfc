import { isExactNumber } from '../gateway/execute.ts';

/** A record as received. */
export type ForeignRecord = Readonly<Record<string, unknown>>;

/** The fields that identify a record. */
export type RecordKey = string | readonly string[] | null;

const maxColumns = 8;

/** The columns of a table of records that are shown at first: the first of {@link columnsOf}. */
export const firstColumnsOf = (records: readonly ForeignRecord[], key: RecordKey): readonly string[] =>
  columnsOf(records, key).slice(0, maxColumns);

const nameLike = /(?:^|[._])(?:name|title|subject|label|email|login|status|state)$/i;

/**
 * The columns of a table of records: the key first, then names and states, then other plain values, then those that are the same in every
 * record, then nested ones. Columns that are empty in every record are omitted.
 */
export function columnsOf(records: readonly ForeignRecord[], key: RecordKey): readonly string[] {
  const ranks = new Map<string, number>();
  const keys = key === null ? [] : [key].flat();
  for (const record of records)
    for (const [name, value] of Object.entries(record)) {
      if (value === null || value === undefined || value === '') continue;
      ranks.set(name, Math.min(ranks.get(name) ?? nested, rankOf(name, value, keys)));
    }
  for (const [name, rank] of ranks)
    if (rank > 0 && rank < nested && isConstant(records, name)) ranks.set(name, constant);
  return [...ranks.keys()].sort((left, right) => (ranks.get(left) ?? 0) - (ranks.get(right) ?? 0));
}

const constant = 3;
const nested = 4;

function rankOf(name: string, value: unknown, keys: readonly string[]): number {
  if (keys.includes(name)) return 0;
  if (typeof value === 'object' && !isExactNumber(value)) return nested;
  return nameLike.test(name) ? 1 : 2;
}

const isConstant = ([first, ...others]: readonly ForeignRecord[], name: string) =>
  others.length > 0 && others.every((record) => record[name] === first?.[name]);
