/** A value of a cursor field, as the upstream wrote it: ISO 8601 text, or Unix time in seconds or milliseconds. */
export type CursorValue = string | number;

const isoText = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

// Unix seconds reach this in the year 5138; as milliseconds it is March 1973.
const leastMilliseconds = 100_000_000_000;

// Clocks of vendors and of this machine differ, and a change may become visible a little after the time it carries.
const margin = 5 * 60_000;

/** The time a cursor value stands for in milliseconds since 1970, null for anything else. Text without a zone counts as UTC. */
export function cursorTime(value: unknown): number | null {
  if (typeof value === 'number') {
    if (!Number.isFinite(value) || value < 0) return null;
    return value < leastMilliseconds ? value * 1000 : value;
  }
  const match = typeof value === 'string' ? isoText.exec(value) : null;
  if (match === null) return null;
  const text = match[0];
  const time = Date.parse(match[1] !== undefined && match[4] === undefined ? `${text.replace(' ', 'T')}Z` : text);
  return Number.isNaN(time) ? null : time;
}

/**
 * The newest cursor value that a later pass may start from: the newer one of two values, of which `seen` only counts when it
 * is five minutes older than the beginning of the pass. A change after that beginning may lie on a page read before it.
 */
export function settledValue(known: CursorValue | null, seen: unknown, passStart: number): CursorValue | null {
  const time = cursorTime(seen);
  if (time === null || time > passStart - margin) return known;
  const knownTime = known === null ? null : cursorTime(known);
  return knownTime === null || time > knownTime ? (seen as CursorValue) : known;
}

/** The forms in which a parameter may want a cursor value: as it is, then Unix seconds for a text, ISO text for a number. */
export function cursorForms(value: CursorValue): readonly CursorValue[] {
  const time = cursorTime(value);
  if (time === null) return [value];
  return [value, typeof value === 'string' ? Math.floor(time / 1000) : new Date(time).toISOString()];
}
