import { isExactNumber } from '../gateway/execute.ts';
import type { FieldFacts } from './field-facts.ts';

const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const timeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A time or an amount of money as people read it; undefined for any other value. `record` is what it is a field of. */
export function shownValue(value: unknown, { format }: FieldFacts, record: unknown): string | undefined {
  if (format === undefined) return undefined;
  if (format === 'minor-units') return shownAmount(value, record);
  const time = timeOf(value, format);
  if (time === undefined) return undefined;
  return (format === 'date' ? dayFormat : timeFormat).format(time);
}

// How many milliseconds a unit of a Unix time is.
const unixUnits: Readonly<Record<string, number>> = {
  'unix-seconds': 1000,
  'unix-decimal': 1000,
  'unix-milliseconds': 1,
  'unix-100-nanoseconds': 1e-4,
};
const hasOffset = /(?:z|[+-]\d{2}(?::?\d{2})?)$/i;

/** A time in one of the formats of spec/search.md; undefined for any other value. */
export function timeOf(value: unknown, format: string): Date | undefined {
  const unit = unixUnits[format];
  const text = isExactNumber(value) ? value.rawJSON : value;
  if (typeof text !== 'string' && typeof text !== 'number') return undefined;
  if (text === '' || (unit === undefined && typeof text === 'number')) return undefined;
  const time = new Date(unit === undefined ? inUtc(String(text), format) : Number(text) * unit);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

// A browser takes a time without an offset as local.
const inUtc = (text: string, format: string) =>
  format === 'iso-8601' && text.includes(':') && !hasOffset.test(text) ? `${text.replace(' ', 'T')}Z` : text;

function shownAmount(value: unknown, record: unknown): string | undefined {
  const { currency } = (record ?? {}) as { readonly currency?: unknown };
  if (typeof value !== 'number' || typeof currency !== 'string') return undefined;
  try {
    const format = new Intl.NumberFormat(undefined, { style: 'currency', currency });
    const { maximumFractionDigits = 0 } = format.resolvedOptions();
    return format.format(value / 10 ** maximumFractionDigits);
  } catch {
    // Not the code of a currency.
    return undefined;
  }
}
