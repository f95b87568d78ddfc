import type { CursorForm } from '@connectory/connector-sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readInstant, recognizedForm, writeInstant } from './cursors.ts';

const noon = BigInt(Date.parse('2026-03-01T12:00:00Z')) * 1_000_000n;

/** What each form can tell apart, in nanoseconds. */
const units: Readonly<Record<CursorForm, bigint>> = {
  'iso-8601': 1_000_000n,
  date: 86_400_000_000_000n,
  'unix-seconds': 1_000_000_000n,
  'unix-milliseconds': 1_000_000n,
  'unix-decimal': 1000n,
  'unix-100-nanoseconds': 100n,
  'rfc-2822': 1_000_000_000n,
};

describe('cursor forms', () => {
  it.each([
    ['iso-8601', '2026-03-01T12:00:00Z', 0n],
    ['iso-8601', '2026-03-01T14:00:00+02:00', 0n],
    ['iso-8601', '2026-03-01T14:00:00+0200', 0n],
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
    ['date', '2026-03-01T12:00:00Z'],
    ['unix-seconds', '2026-03-01'],
    ['unix-seconds', '17723664OO'],
    ['unix-decimal', '1772366400.'],
    ['rfc-2822', 'Sunday'],
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
      fc.property(instant, fc.constantFrom(...(Object.keys(units) as CursorForm[])), (time, form) => {
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
