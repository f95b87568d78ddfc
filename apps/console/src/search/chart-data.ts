import { labelOf } from '../form/labels.ts';
import { isExactNumber } from '../gateway/execute.ts';
import type { ForeignRecord } from '../results/columns.ts';
import type { GroupRow, Period } from './aggregation.ts';

/** One bar of a chart. */
export interface Bar {
  readonly label: string;
  readonly value: number;
  /** The value as people read it. */
  readonly text: string;
}

/** One line of a chart: a value for each of its periods; null where there is none. */
interface Line {
  readonly label: string;
  readonly values: readonly (number | null)[];
}

/** Bars for groups, or lines for groups over time. */
export type ChartData =
  | { readonly kind: 'bars'; readonly bars: readonly Bar[]; readonly omitted: number }
  | {
      readonly kind: 'lines';
      /** The first day of each period, in order, as ISO 8601. */
      readonly days: readonly string[];
      readonly lines: readonly Line[];
      readonly omitted: number;
    };

const maxBars = 25;
const maxLines = 5;
const maxDays = 2_000;

interface Charted {
  readonly rows: readonly ForeignRecord[];
  readonly groups: readonly GroupRow[];
  /** The name of the value that is shown. */
  readonly value: string;
  /** Whether a group without records has the value 0, as counts and sums do. */
  readonly isZeroWithout: boolean;
  /** The value of a row as people read it. */
  textOf(row: ForeignRecord, number: number): string;
}

/** The chart of the rows of an aggregation; undefined if there is nothing to compare. */
export function chartOf({ rows, groups, value, isZeroWithout, textOf }: Charted): ChartData | undefined {
  const time = groups.find(({ by }) => by !== undefined);
  if (groups.length === 0) return undefined;
  const others = groups.filter((group) => group !== time);
  const points = rows.flatMap((row) => {
    const number = numberOf(row[value]);
    return number === undefined ? [] : [{ row, number }];
  });
  if (time?.by === undefined) {
    if (points.length === 0) return undefined;
    const bars = points
      .slice(0, maxBars)
      .map(({ row, number }) => ({ label: labelFor(row, groups), value: number, text: textOf(row, number) }));
    return { kind: 'bars', bars, omitted: points.length - bars.length };
  }
  const dated = points.flatMap(({ row, number }) => {
    const day = row[time.field];
    return typeof day === 'string' ? [{ day, number, label: labelFor(row, others) }] : [];
  });
  const days = daysBetween(dated.map(({ day }) => day).sort(), time.by);
  if (days.length < 2) return undefined;
  const byLabel = Map.groupBy(dated, ({ label }) => label);
  const sizes = [...byLabel].map(([label, found]) => ({
    label,
    size: found.reduce((sum, { number }) => sum + Math.abs(number), 0),
  }));
  const largest = sizes.sort((left, right) => right.size - left.size).slice(0, maxLines);
  const lines = largest.map(({ label }) => {
    const known = new Map(byLabel.get(label)?.map(({ day, number }) => [day, number]));
    return { label, values: days.map((day) => known.get(day) ?? (isZeroWithout ? 0 : null)) };
  });
  return { kind: 'lines', days, lines, omitted: sizes.length - lines.length };
}

/** A value of a row as a number; undefined if it is none. */
function numberOf(value: unknown): number | undefined {
  const text = isExactNumber(value) ? value.rawJSON : value;
  if (typeof text !== 'number' && typeof text !== 'string') return undefined;
  const number = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
}

const labelFor = (row: ForeignRecord, groups: readonly GroupRow[]): string =>
  groups.map(({ field }) => groupLabel(row[field], field)).join(' · ');

function groupLabel(value: unknown, field: string): string {
  if (value === null || value === undefined) return `No ${labelOf(field).toLowerCase()}`;
  if (value === '') return '(empty)';
  return isExactNumber(value) ? value.rawJSON : String(value);
}

// A period without records has no row. Those between the first and the last are shown nevertheless, unless they are too many.
function daysBetween(known: readonly string[], by: Period): readonly string[] {
  const last = known.at(-1);
  const days: string[] = [];
  for (let day = known[0]; day !== undefined && last !== undefined && day <= last; day = nextDay(day, by)) {
    if (days.length === maxDays) return [...new Set(known)];
    days.push(day);
  }
  return days;
}

function nextDay(day: string, by: Period): string {
  const date = new Date(day);
  if (by === 'year') date.setUTCFullYear(date.getUTCFullYear() + 1);
  else if (by === 'month') date.setUTCMonth(date.getUTCMonth() + 1);
  else date.setUTCDate(date.getUTCDate() + (by === 'week' ? 7 : 1));
  return date.toISOString().slice(0, 10);
}
