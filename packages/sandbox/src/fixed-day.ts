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
