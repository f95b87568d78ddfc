import type { CursorForm, SyncCursor } from '@connectory/connector-sdk';
import { type CursorValue, type Instant, readInstant, recognizedForm, writeInstant } from './cursor-form.ts';

/** What a cursor says about how its values are written. */
export type CursorWriting = Pick<SyncCursor, 'reads' | 'writes' | 'lookBack'>;

// Clocks of vendors and of this machine differ, and a change may become visible a little after the time it carries.
const margin = 5n * 60_000_000_000n;

/**
 * The newest cursor value that a later pass may start from: the newer one of two values, of which `seen` only counts when it
 * is five minutes older than the beginning of the pass (milliseconds since 1970). A change after that beginning may lie on a page
 * read before it.
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
 * What may be passed to ask for records from a settled value on, the best first; none lies after the value, nor after the end of the time
 * looked back. Unless the cursor says how the parameter is written: as the field is, Unix seconds, ISO 8601, or the day.
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
