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
  const unit = units.find(([least, most]) => value >= least && value < most)?.[2];
  if (unit === undefined) return undefined;
  return { milliseconds: value * unit, write: (milliseconds) => spelled(milliseconds / unit) };
}
