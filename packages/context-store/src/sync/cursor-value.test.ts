import { describe, expect, it } from 'vitest';
import { cursorForms, cursorTime, settledValue } from './cursor-value.ts';

const noon = Date.parse('2026-03-01T12:00:00Z');

describe('the time of a cursor value', () => {
  it.each([
    ['2026-03-01T12:00:00Z', noon],
    ['2026-03-01T12:00:00.000Z', noon],
    ['2026-03-01T14:00:00+02:00', noon],
    ['2026-03-01 12:00:00', noon],
    ['2026-03-01T12:00', noon],
    ['2026-03-01', noon - 43_200_000],
    [noon / 1000, noon],
    [noon, noon],
  ])('of %s is read', (value, time) => expect(cursorTime(value)).toBe(time));

  it.each([
    '',
    'yesterday',
    '12',
    '2026-13-45T00:00:00Z',
    -1,
    Number.NaN,
    null,
    undefined,
    true,
    {},
    `2026-03-01${' '.repeat(50)}x`,
  ])('of %s is none', (value) => expect(cursorTime(value)).toBeNull());
});

describe('where a later pass may start from', () => {
  it('is the newest value that is older than the pass, with a margin for clocks', () => {
    expect(settledValue(null, '2026-03-01T11:55:00Z', noon)).toBe('2026-03-01T11:55:00Z');
    expect(settledValue(null, '2026-03-01T11:55:01Z', noon)).toBeNull();
    expect(settledValue('2026-03-01T11:00:00Z', '2026-03-01T12:30:00+02:00', noon)).toBe('2026-03-01T11:00:00Z');
    expect(settledValue('2026-03-01T10:00:00Z', '2026-03-01T12:30:00+02:00', noon)).toBe('2026-03-01T12:30:00+02:00');
    expect(settledValue(100, 'no time', noon)).toBe(100);
    expect(settledValue(100, 200, noon)).toBe(200);
  });
});

it('offers a value in the other form, for a parameter that wants that', () => {
  expect(cursorForms('2026-03-01T12:00:00.9Z')).toEqual(['2026-03-01T12:00:00.9Z', noon / 1000]);
  expect(cursorForms(noon / 1000)).toEqual([noon / 1000, '2026-03-01T12:00:00.000Z']);
});
