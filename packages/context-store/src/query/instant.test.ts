import type { TimeForm } from '@connectory/connector-sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTimeKey, readInstant, recognizedForm, timeKey, writeInstant } from './instant.ts';
import { compareText } from './stored-text.ts';

const noon = BigInt(Date.parse('2026-03-01T12:00:00Z')) * 1_000_000n;

/** What each form can tell apart, in nanoseconds. */
const units: Readonly<Record<TimeForm, bigint>> = {
  'iso-8601': 1_000_000n,
  date: 86_400_000_000_000n,
  'unix-seconds': 1_000_000_000n,
  'unix-milliseconds': 1_000_000n,
  'unix-decimal': 1000n,
  'unix-100-nanoseconds': 100n,
  'rfc-2822': 1_000_000_000n,
};

describe('the formats of a time', () => {
  it.each([
    ['iso-8601', '2026-03-01T12:00:00Z', 0n],
    ['iso-8601', '2026-03-01T14:00:00+02:00', 0n],
    ['iso-8601', '2026-03-01T14:00:00+0200', 0n],
    ['iso-8601', '2026-03-01T14:00:00+02', 0n],
    ['iso-8601', '2026-03-01 12:00:00', 0n],
    ['iso-8601', '2026-03-01T12:00:00.123456789Z', 123_456_789n],
    ['iso-8601', '2026-03-01T12:00:00.1234567899Z', 123_456_789n],
    ['date', '2026-03-01', -43_200_000_000_000n],
    ['unix-seconds', '1772366400', 0n],
    ['unix-seconds', 1_772_366_400.25, 250_000_000n],
    ['unix-milliseconds', '1772366400123', 123_000_000n],
    ['unix-decimal', '1772366400.000200', 200_000n],
    ['unix-100-nanoseconds', '17723664000000021', 2100n],
    ['rfc-2822', 'Sun, 01 Mar 2026 12:00:00 +0000', 0n],
    ['rfc-2822', '1 Mar 2026 14:00:00 +0200', 0n],
  ] as const)('read %s: %s', (form, value, after) => {
    expect(readInstant(form, value)).toBe(noon + after);
  });

  it.each([
    ['iso-8601', 'yesterday'],
    ['iso-8601', 1_772_366_400],
    ['iso-8601', '2026-13-45T00:00:00Z'],
    ['iso-8601', '2026-02-30T00:00:00Z'],
    ['date', '2026-03-01T12:00:00Z'],
    ['unix-seconds', '2026-03-01'],
    ['unix-seconds', '17723664OO'],
    ['unix-decimal', '1772366400.'],
    ['rfc-2822', 'Sunday'],
    ['rfc-2822', '30 Feb 2026 12:00:00 GMT'],
    ['rfc-2822', '2026-03-01T12:00:00Z'],
  ] as const)('refuse %s: %s', (form, value) => expect(readInstant(form, value)).toBeNull());

  it.each([
    [1_772_366_400, 'unix-seconds'],
    [1_772_366_400_000, 'unix-milliseconds'],
    ['1772366400', 'unix-seconds'],
    ['1772366400000', 'unix-milliseconds'],
    ['17723664000000000', 'unix-100-nanoseconds'],
    ['1772366400.000200', 'unix-decimal'],
    ['2026-03-01', 'date'],
    ['2026-03-01T12:00:00Z', 'iso-8601'],
    ['12', null],
    ['177236640', null],
    ['Sun, 01 Mar 2026 12:00:00 +0000', null],
    ['', null],
  ])('tell %s: %s', (value, form) => expect(recognizedForm(value)).toBe(form));

  it('never write an instant later than it is, nor much earlier', () => {
    const instant = fc.bigInt({ min: 0n, max: 4_000_000_000_000_000_000n });
    fc.assert(
      fc.property(instant, fc.constantFrom(...(Object.keys(units) as TimeForm[])), (time, form) => {
        for (const value of writeInstant(form, time)) {
          const read = readInstant(form, value);
          expect(read).not.toBeNull();
          expect(time - (read ?? 0n)).toBeGreaterThanOrEqual(0n);
          expect(time - (read ?? 0n)).toBeLessThan(form === 'iso-8601' ? 1_000_000_000n : units[form]);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the key of a time', () => {
  it.each([
    ['iso-8601', '2024-11-03T06:10:00Z', '2024-11-03T06:10:00.000000000Z'],
    ['iso-8601', '2024-11-03T01:10:00.5-05:00', '2024-11-03T06:10:00.500000000Z'],
    ['iso-8601', '2024-02-29T24:00:00Z', '2024-03-01T00:00:00.000000000Z'],
    ['iso-8601', '0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000000000Z'],
    ['rfc-2822', '2024-11-03', '2024-11-03T00:00:00.000000000Z'],
    ['unix-seconds', -1.5, '1969-12-31T23:59:58.500000000Z'],
    ['unix-decimal', '1730614200.000200', '2024-11-03T06:10:00.000200000Z'],
    ['unix-100-nanoseconds', 17_306_142_000_000_001n, '2024-11-03T06:10:00.000000100Z'],
  ] as const)('%s %s is %s', (form, value, key) => expect(timeKey(form, value)).toBe(key));

  it.each([
    ['iso-8601', '2024-02-30T00:00:00Z'],
    ['iso-8601', '2024-00-10T00:00:00Z'],
    ['iso-8601', '2024-11-03T06:60:00Z'],
    ['iso-8601', '0000-01-01T00:00:00+01:00'],
    ['iso-8601', 1_730_614_200],
    ['unix-seconds', 253_402_300_800],
    ['unix-seconds', true],
    ['unix-seconds', 1e300],
    ['date', null],
  ] as const)('is none for %s %s', (form, value) => expect(timeKey(form, value)).toBeNull());

  it('has the order of the instants, and is its own key', () => {
    const instants = fc
      .bigInt({ min: -60_000_000_000_000_000n, max: 250_000_000_000_000_000n })
      .map((number) => number * 1000n);
    fc.assert(
      fc.property(instants, instants, (one, other) => {
        const keys = [one, other].map(
          (instant) => timeKey('unix-decimal', writeInstant('unix-decimal', instant)[0]) ?? '',
        );
        const [first = '', second = ''] = keys;
        expect(keys.every(isTimeKey)).toBe(true);
        expect(Math.sign(compareText(first, second))).toBe(one === other ? 0 : one < other ? -1 : 1);
      }),
    );
  });
});
