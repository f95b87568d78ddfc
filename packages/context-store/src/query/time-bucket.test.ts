import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketUnits } from './condition.ts';
import { timeKey } from './instant.ts';
import { bucketOf, knownTimeZone, offsetsOf } from './time-bucket.ts';

const keyOf = (time: string) => timeKey('iso-8601', time) ?? '';

describe('the period of a time', () => {
  it.each([
    ['2026-02-28T23:30:00Z', 'month', 'UTC', '2026-02-01'],
    ['2026-02-28T23:30:00Z', 'month', 'Europe/Berlin', '2026-03-01'],
    ['2026-01-01T02:00:00Z', 'year', 'America/New_York', '2025-01-01'],
    ['2026-03-29T00:59:59Z', 'day', 'Europe/Berlin', '2026-03-29'],
    ['2026-10-25T22:59:59.999999999Z', 'day', 'Europe/Berlin', '2026-10-25'],
    ['2026-10-25T23:00:00Z', 'day', 'Europe/Berlin', '2026-10-26'],
    ['2026-03-01T12:00:00Z', 'week', 'UTC', '2026-02-23'],
    ['2026-03-02T00:00:00Z', 'week', 'UTC', '2026-03-02'],
    ['2021-01-03T23:59:59Z', 'week', 'UTC', '2020-12-28'],
    ['1969-12-31T23:59:59Z', 'week', 'UTC', '1969-12-29'],
    ['0002-01-01T00:00:00Z', 'day', 'America/New_York', '0001-12-31'],
    ['9998-12-31T23:59:59Z', 'year', 'Asia/Tokyo', '9999-01-01'],
    ['0001-12-31T23:59:59Z', 'day', 'UTC', null],
    ['9999-01-01T00:00:00Z', 'day', 'UTC', null],
  ] as const)('%s by %s in %s is %s', (time, unit, timeZone, day) => {
    expect(bucketOf(keyOf(time), { unit, timeZone })).toBe(day);
  });

  it('is the day that Intl formats, from 1970 to 2099, in every time zone', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const instants = fc.integer({ min: 0, max: Date.UTC(2099, 11, 31, 23) / 1000 });
    fc.assert(
      fc.property(zones, instants, (timeZone, seconds) => {
        const date = new Date(seconds * 1000);
        const local = date.toLocaleDateString('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
        expect(bucketOf(keyOf(date.toISOString()), { unit: 'day', timeZone })).toBe(local);
      }),
      { numRuns: 200 },
    );
  });

  it('begins at the change of an offset, to the second', () => {
    const changes = offsetsOf('Europe/Berlin', 5).filter(({ from }) => new Date(from).getUTCFullYear() === 2026);
    expect(changes.map(({ from, seconds }) => [new Date(from).toISOString(), seconds])).toEqual([
      ['2026-03-29T01:00:00.000Z', 7200],
      ['2026-10-25T01:00:00.000Z', 3600],
    ]);
  });

  it('never comes after a later time, and starts no later than it', () => {
    const zones = fc.constantFrom('UTC', 'Africa/Casablanca', 'Australia/Lord_Howe', 'America/Sao_Paulo');
    const times = fc.integer({ min: -5_000_000_000, max: 8_000_000_000 });
    fc.assert(
      fc.property(zones, fc.constantFrom(...bucketUnits), times, times, (timeZone, unit, one, other) => {
        const [first = '', second = ''] = [one, other]
          .sort((left, right) => left - right)
          .map((seconds) => bucketOf(keyOf(new Date(seconds * 1000).toISOString()), { unit, timeZone }) ?? '');
        expect(first <= second).toBe(true);
      }),
    );
  });
});

it('knows the time zones of the IANA database by their canonical names, and no offsets', () => {
  expect(['europe/berlin', 'UTC', '+02:00', 'Mars/Olympus', '', 7].map(knownTimeZone)).toEqual([
    'Europe/Berlin',
    'UTC',
    null,
    null,
    null,
    null,
  ]);
});
