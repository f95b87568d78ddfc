import { expect, it } from 'vitest';
import { momentAfter, momentBefore } from './time-input.ts';

const now = Date.parse('2026-11-21T10:00:00.000Z');

it.each([
  ['90d', '2027-02-19T10:00:00.000Z'],
  ['12h', '2026-11-21T22:00:00.000Z'],
  ['2027-01-31', '2027-01-31T00:00:00.000Z'],
  ['2027-01-31T12:30:00+01:00', '2027-01-31T11:30:00.000Z'],
])('%s is %s', (text, moment) => {
  expect(momentAfter(text, now)).toBe(moment);
});

it('takes a duration before now, too', () => {
  expect(momentBefore('12h', now)).toBe('2026-11-20T22:00:00.000Z');
});

it.each(['', 'soon', '90', '90m', '-1d', 'Jan 1', '2027-13-01'])('%j is not a valid time', (text) => {
  expect(() => momentAfter(text, now)).toThrow('is not a valid time');
});
