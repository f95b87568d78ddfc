import type { CursorForm, SyncCursor } from '@connectory/connector-sdk';
import { type CursorValue, type Instant, readInstant, recognizedForm, writeInstant } from './cursor-form.ts';

/** The declared formats of a cursor's values. */
export type CursorWriting = Pick<SyncCursor, 'reads' | 'writes' | 'lookBack'>;

// Clocks of vendors and of this machine differ, and a change may become visible a little after the time it carries.
const margin = 5n * 60_000_000_000n;

/**
 * The newest cursor value from which a later pass may start: the newer of two values, of which `seen` only counts if it is five minutes
 * older than the start of the pass (milliseconds since 1970). A change after that start may belong to a page that was read before it.
 */
export function settledValue(
  cursor: CursorWriting,
  known: CursorValue | null,
  seen: unknown,
  passStart: number,
): CursorValue | null {
  const value = toCursorValue(seen);
  const instant = value === null ? null : instantOf(cursor, value);
  if (instant === null || instant > BigInt(Math.floor(passStart)) * 1_000_000n - margin) return known;
  const knownInstant = known === null ? null : instantOf(cursor, known);
  return knownInstant === null || instant > knownInstant ? value : known;
}

/**
 * Candidates for the parameter that requests records from a settled value on, best first; none is later than the value, or than the end of
 * the look-back time. Unless the cursor declares the parameter's format: the field's format, Unix seconds, ISO 8601, or the day.
 */
export function startingValues(cursor: CursorWriting, settled: CursorValue): readonly CursorValue[] {
  const form = formOf(cursor, settled);
  const instant = form === null ? null : readInstant(form, settled);
  if (form === null || instant === null) return [settled];
  const { writes, lookBack } = cursor;
  const start = instant - lookedBack(lookBack);
  const asItIs = lookBack === undefined && (writes ?? form) === form ? [settled] : [];
  if (writes !== undefined) return [...asItIs, ...writeInstant(writes, start)];
  const [seconds = '', digits = ''] = writeInstant('unix-seconds', start);
  const others = [seconds, ...writeInstant('iso-8601', start), ...writeInstant('date', start), digits];
  return [...asItIs, ...writeInstant(form, start).filter((value) => typeof value === typeof settled), ...others];
}

function instantOf(cursor: CursorWriting, value: CursorValue): Instant | null {
  const form = formOf(cursor, value);
  return form === null ? null : readInstant(form, value);
}

const formOf = ({ reads }: CursorWriting, value: CursorValue): CursorForm | null => reads ?? recognizedForm(value);

function toCursorValue(seen: unknown): CursorValue | null {
  if (typeof seen === 'string') return seen;
  if (typeof seen === 'bigint') return String(seen);
  return typeof seen === 'number' && Number.isFinite(seen) && seen >= 0 ? seen : null;
}

function lookedBack(lookBack: CursorWriting['lookBack']): bigint {
  const hours = lookBack === undefined ? 0 : (lookBack.hours ?? (lookBack.days ?? 0) * 24);
  return BigInt(Math.ceil(hours * 3600)) * 1_000_000_000n;
}
