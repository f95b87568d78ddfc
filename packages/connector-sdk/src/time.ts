import { z } from 'zod';

/** The formats of a time, as `TimeForm` describes them. */
const timeForms = [
  'iso-8601',
  'date',
  'unix-seconds',
  'unix-milliseconds',
  'unix-decimal',
  'unix-100-nanoseconds',
  'rfc-2822',
] as const;

/**
 * A format of a time. Unix times are numbers or strings of digits; `unix-decimal` is a string such as `1700000000.000200`, and `date`
 * is only the day.
 */
export type TimeForm = (typeof timeForms)[number];

/**
 * A time as the vendor writes it, by default an ISO 8601 string: `time('unix-seconds', z.int())` is a number. A search field of this type is
 * compared, sorted and paged as an instant; the record keeps the vendor's value.
 */
export function time(form?: TimeForm): z.ZodString;
export function time<Written extends z.ZodType>(form: TimeForm, written: Written): Written;
export function time(form: TimeForm = 'iso-8601', written: z.ZodType = z.string()): z.ZodType {
  return written.meta({ format: form });
}

/** The format of the times that a JSON Schema describes; null if it does not describe times. */
export function timeFormOf(format: unknown): TimeForm | null {
  return format === 'date-time' ? 'iso-8601' : (timeForms.find((form) => form === format) ?? null);
}
