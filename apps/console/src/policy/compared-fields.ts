import { isExactNumber } from '../gateway/execute.ts';
import type { ForeignRecord } from '../results/columns.ts';

/** A field of a record by its dotted path, as it is and as a policy shows it. */
export interface ComparedField {
  readonly path: string;
  readonly before: unknown;
  /** Undefined if it is not shown. */
  readonly after: unknown;
  readonly state: 'same' | 'changed' | 'hidden';
}

/** The fields of a record, those that a policy changes or hides first; `after` is null if it hides the record. */
export function comparedFields(before: ForeignRecord, after: ForeignRecord | null): readonly ComparedField[] {
  const all = membersOf(before, after ?? {}, []);
  return [...all.filter(({ state }) => state !== 'same'), ...all.filter(({ state }) => state === 'same')];
}

function membersOf(before: ForeignRecord, after: ForeignRecord, around: readonly string[]): readonly ComparedField[] {
  return Object.entries(before).flatMap(([name, value]) => {
    const path = [...around, name];
    const shown = after[name];
    if (isMembers(value) && isMembers(shown)) return membersOf(value, shown, path);
    return [{ path: path.join('.'), before: value, after: shown, state: stateOf(value, shown) }];
  });
}

function stateOf(before: unknown, after: unknown): ComparedField['state'] {
  if (JSON.stringify(before) === JSON.stringify(after)) return 'same';
  return after === undefined || after === null ? 'hidden' : 'changed';
}

const isMembers = (value: unknown): value is ForeignRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value);
