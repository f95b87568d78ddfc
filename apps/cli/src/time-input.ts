import { invalidInput } from './problem-error.ts';

const hour = 60 * 60 * 1000;

/**
 * Parses a time (UTC, ISO 8601) from a date such as `2027-01-31`, or a duration after `now` (milliseconds) such as `90d` or `12h`. Throws a
 * problem of code 4.
 */
export const momentAfter = (text: string, now: number): string => momentOf(text, (duration) => now + duration);

/** Like `momentAfter`, for a duration before `now`. */
export const momentBefore = (text: string, now: number): string => momentOf(text, (duration) => now - duration);

function momentOf(text: string, at: (duration: number) => number): string {
  const [, count = '', unit = ''] = /^(\d{1,5})([dh])$/.exec(text) ?? [];
  const milliseconds = unit === '' ? Date.parse(text) : at(Number(count) * (unit === 'd' ? 24 * hour : hour));
  if (!Number.isNaN(milliseconds) && (unit !== '' || /^\d{4}-\d\d-\d\d/.test(text)))
    return new Date(milliseconds).toISOString();
  throw invalidInput(
    `"${text}" is not a valid time. Use a date such as 2027-01-31 or 2027-01-31T12:00:00Z, or a duration such as 90d or 12h.`,
  );
}
