import type { TimeForm } from '@connectory/connector-sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readInstant, writeInstant } from '../query/instant.ts';
import { safeCursorValue, startingValues } from './cursors.ts';

const noon = Date.parse('2026-03-01T12:00:00Z');
const forms: readonly TimeForm[] = [
  'iso-8601',
  'date',
  'unix-seconds',
  'unix-milliseconds',
  'unix-decimal',
  'unix-100-nanoseconds',
  'rfc-2822',
];

describe('where a later pass may start from', () => {
  it('is the newest value that is older than the pass, with a margin for clocks', () => {
    const safeCursor = (known: string | number | null, seen: unknown) => safeCursorValue({}, known, seen, noon);
    expect(safeCursor(null, '2026-03-01T11:55:00Z')).toBe('2026-03-01T11:55:00Z');
    expect(safeCursor(null, '2026-03-01T11:55:01Z')).toBeNull();
    expect(safeCursor('2026-03-01T11:00:00Z', '2026-03-01T12:30:00+02:00')).toBe('2026-03-01T11:00:00Z');
    expect(safeCursor('2026-03-01T10:00:00Z', '2026-03-01T12:30:00+02:00')).toBe('2026-03-01T12:30:00+02:00');
    expect(safeCursor(100, 200)).toBe(200);
    for (const seen of ['no time', '', '12', null, undefined, true, {}, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(safeCursor(100, seen)).toBe(100);
    }
  });

  it('tells apart what only lies in a fraction of a second', () => {
    const known = '1772366000.000200';
    expect(safeCursorValue({}, known, '1772366000.000300', noon)).toBe('1772366000.000300');
    expect(safeCursorValue({}, known, '1772366000.000100', noon)).toBe(known);
    expect(safeCursorValue({}, null, 17_723_660_000_000_000n, noon)).toBe('17723660000000000');
  });

  it('is read in the form the cursor names', () => {
    const rfc = 'Sun, 01 Mar 2026 09:00:00 +0000';
    expect(safeCursorValue({}, null, rfc, noon)).toBeNull();
    expect(safeCursorValue({ reads: 'rfc-2822' }, null, rfc, noon)).toBe(rfc);
    expect(safeCursorValue({ reads: 'unix-milliseconds' }, null, 5000, noon)).toBe(5000);
    expect(safeCursorValue({ reads: 'iso-8601' }, null, 5000, noon)).toBeNull();
  });
});

describe('what is passed to start from there', () => {
  it.each([
    ['text as it is, else seconds', {}, '2026-03-01T12:00:00.9Z', ['2026-03-01T12:00:00.9Z', noon / 1000]],
    ['a number as it is, else text', {}, noon / 1000, [noon / 1000, '2026-03-01T12:00:00.000Z', '2026-03-01']],
    ['what the parameter wants', { writes: 'date' }, '2026-03-01T12:00:00Z', ['2026-03-01']],
    ['digits', { writes: 'unix-milliseconds' }, '2026-03-01T12:00:00Z', [noon, String(noon)]],
    ['another day', { lookBack: { days: 3 } }, '2026-03-01', ['2026-02-26']],
    ['an earlier message', { lookBack: { hours: 1 } }, '1772366400.000200', ['1772362800.000200']],
    ['what it cannot read', {}, 'now', ['now']],
  ] as const)('is %s', (_, cursor, safeCursor, expected) => {
    expect(startingValues(cursor, safeCursor)).toEqual(expect.arrayContaining([...expected]));
    expect(startingValues(cursor, safeCursor)[0]).toBe(expected[0]);
  });

  it('never passes over a record, whatever the forms', () => {
    const task = fc.record({
      reads: fc.constantFrom(...forms),
      writes: fc.constantFrom(...forms),
      hours: fc.nat({ max: 200 }),
      instants: fc.array(fc.bigInt({ min: 1_000_000_000_000_000_000n, max: 1_800_000_000_000_000_000n }), {
        minLength: 1,
      }),
      passStart: fc.integer({ min: 1_000_000_000_000, max: 1_800_000_000_000 }),
    });
    fc.assert(
      fc.property(task, ({ reads, writes, hours, instants, passStart }) => {
        const cursor = { reads, writes, ...(hours > 0 && { lookBack: { hours } }) };
        const seen = instants.map((instant) => writeInstant(reads, instant)[0] ?? '');
        let safeCursor: string | number | null = null;
        for (const value of seen) safeCursor = safeCursorValue(cursor, safeCursor, value, passStart);
        const read = seen.map((value) => readInstant(reads, value) ?? 0n);
        const old = read.filter((instant) => instant <= BigInt(passStart - 300_000) * 1_000_000n);
        expect(safeCursor === null).toBe(old.length === 0);
        if (safeCursor === null) return;
        const newest = old.toSorted((one, other) => Number(other - one))[0] ?? 0n;
        expect(readInstant(reads, safeCursor)).toBe(newest);
        for (const value of startingValues(cursor, safeCursor)) {
          const start = readInstant(writes, value) ?? 0n;
          expect(newest - start).toBeGreaterThanOrEqual(BigInt(hours) * 3_600_000_000_000n);
          expect(newest - start).toBeLessThan(BigInt(hours + 24) * 3_600_000_000_000n);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
