/** A record as received. */
export type ForeignRecord = Readonly<Record<string, unknown>>;

/** Whether a value is a list of records, which a table can show. */
export function isRecords(value: unknown): value is readonly ForeignRecord[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'object' && entry !== null);
}

const nameLike = /^(?:name|title|subject|label|email|login|status|state)$/i;

/**
 * The columns of a table of records: the key first, then names and states, then other plain values, then nested ones. Columns that are
 * empty in every record are omitted.
 */
export function columnsOf(
  records: readonly ForeignRecord[],
  key: string | readonly string[] | null,
): readonly string[] {
  const ranks = new Map<string, number>();
  const keys = key === null ? [] : [key].flat();
  for (const record of records)
    for (const [name, value] of Object.entries(record)) {
      if (value === null || value === undefined || value === '') continue;
      ranks.set(name, Math.min(ranks.get(name) ?? 3, rankOf(name, value, keys)));
    }
  return [...ranks.keys()].sort((left, right) => (ranks.get(left) ?? 0) - (ranks.get(right) ?? 0));
}

function rankOf(name: string, value: unknown, keys: readonly string[]): number {
  if (keys.includes(name)) return 0;
  if (typeof value === 'object') return 3;
  return nameLike.test(name) ? 1 : 2;
}
