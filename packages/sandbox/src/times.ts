import type { JsonObject } from './json.ts';
import { wordsOf } from './names.ts';
import type { ObjectShape } from './shape.ts';

/** The sandbox's fixed date, so that the same seed always produces the same bytes: 2026-11-01, midnight UTC, in milliseconds. */
export const fixedDay = Date.UTC(2026, 10, 1);

const day = 86_400_000;

/** A moment `days` before the fixed day, earlier by a fraction of a day, as an ISO timestamp in whole seconds. */
export function isoTime(days: number, fraction = 0): string {
  return `${new Date(fixedDay - Math.round((days + fraction) * day)).toISOString().slice(0, 19)}Z`;
}

/** The same moment in Unix seconds. */
export function epochTime(days: number, fraction = 0): number {
  return Math.floor((fixedDay - Math.round((days + fraction) * day)) / 1000);
}

/** A time as a vendor wrote it, in milliseconds since 1970, and how to write another one in the same form. */
export interface WrittenTime {
  readonly milliseconds: number;
  write(milliseconds: number): string | number;
}

const iso = /^(\d{4}-\d\d-\d\d)([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;
const rfc2822 = /^([A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d(:\d\d)? ([+-]\d{4}|GMT|UTC?)$/;

/**
 * Reads a time: ISO 8601, a day, RFC 2822, or Unix time in seconds, milliseconds, microseconds or units of 100 nanoseconds, as a
 * number or as digits. Undefined for anything else.
 */
export function timeOf(value: unknown): WrittenTime | undefined {
  if (typeof value === 'number') return unixTime(value, Number.isInteger(value) ? Math.floor : (number) => number);
  if (typeof value !== 'string') return undefined;
  const unix = /^\d{9,17}(\.\d+)?$/.exec(value);
  const digits = unix?.[1] === undefined ? 0 : unix[1].length - 1;
  const spelled = (number: number) => (digits === 0 ? Math.floor(number).toFixed(0) : number.toFixed(digits));
  if (unix !== null) return unixTime(Number(value), spelled);
  const match = iso.exec(value);
  if (match === null && !rfc2822.test(value)) return undefined;
  const hasZone = match === null || match[2] === undefined || match[5] !== undefined;
  const milliseconds = Date.parse(hasZone ? value : `${value.replace(' ', 'T')}Z`);
  if (Number.isNaN(milliseconds)) return undefined;
  if (match === null) return { milliseconds, write: (time) => new Date(time).toUTCString().replace('GMT', '+0000') };
  if (match[2] === undefined) return { milliseconds, write: (time) => new Date(time).toISOString().slice(0, 10) };
  const separator = value.charAt(10);
  const length = match[4] === undefined ? 19 : 23;
  const zone = hasZone ? 'Z' : '';
  const write = (time: number) => `${new Date(time).toISOString().slice(0, length).replace('T', separator)}${zone}`;
  return { milliseconds, write };
}

// The size of the number determines its unit: seconds have ten digits from 2001 to 2286.
const units = [
  [1e9, 1e11, 1000],
  [1e12, 1e14, 1],
  [1e15, 1.6e16, 1 / 1000],
  [1.6e16, 1e18, 1 / 10_000],
] as const;

function unixTime(value: number, spelled: (number: number) => string | number): WrittenTime | undefined {
  const unit = units.find(([least, max]) => value >= least && value < max)?.[2];
  if (unit === undefined) return undefined;
  return { milliseconds: value * unit, write: (milliseconds) => spelled(milliseconds / unit) };
}

const moments = new Set(['at', 'on', 'date', 'time', 'timestamp', 'created', 'updated', 'modified']);
const changed = ['updated', 'modified'];

/** Dates the changes of one simulated upstream: the first on the fixed day, each a second after the one before. */
export class Clock {
  #seconds = 0;

  /** Sets the times of the last change and, for a new record, of its creation, in the fields' formats. */
  stamp(record: JsonObject, shape: ObjectShape, isNew: boolean): JsonObject {
    const stamped = { ...record };
    const milliseconds = fixedDay + 1000 * this.#seconds++;
    for (const [name, { shape: field }] of shape.fields) {
      const words = wordsOf(name);
      const says = words.some((word) => changed.includes(word) || (isNew && word === 'created'));
      if (!says || !moments.has(words.at(-1) ?? '')) continue;
      const written = timeOf(record[name]);
      if (written !== undefined) stamped[name] = written.write(milliseconds);
      else if (field.kind === 'number') stamped[name] = Math.floor(milliseconds / 1000);
      else if (field.kind === 'text') {
        const text = `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
        stamped[name] = field.format === 'date' ? text.slice(0, 10) : text;
      }
    }
    return stamped;
  }
}
