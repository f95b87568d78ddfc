import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cursorParams, fitPartitionValue, hasParam, requiredParams } from './cursors.ts';

const params = z.object({
  id: z.int(),
  name: z.string(),
  either: z.union([z.string(), z.int()]).optional(),
  since: z.string().optional(),
  start_time: z.int().optional(),
  created: z.object({ gte: z.int().optional(), lte: z.int().optional() }).optional(),
  'filter.updated': z.string().optional(),
});

it('knows what an action cannot do without, and what it has', () => {
  expect(requiredParams(params)).toEqual(['id', 'name']);
  expect(
    ['id', 'created.gte', 'filter.updated', 'other', 'filter.name', 'toString'].map((name) => hasParam(params, name)),
  ).toEqual([true, true, true, false, false, false]);
});

describe('partition values', () => {
  it.each([
    ['id', '7', 7],
    ['id', 7, 7],
    ['id', '7.5', undefined],
    ['id', 'x', undefined],
    ['name', 7, '7'],
    ['name', '007', '007'],
    ['name', 9007199254740993n, '9007199254740993'],
    ['either', '7', '7'],
    ['name', null, undefined],
    ['other', 'x', undefined],
  ])('of %s fit %o as %o', (name, value, fitted) => expect(fitPartitionValue(params, name, value)).toBe(fitted));
});

describe('cursor values', () => {
  const time = '2026-03-01T12:00:00Z';
  const seconds = Date.parse(time) / 1000;
  it.each([
    ['since', time, { since: time }],
    ['start_time', time, { start_time: seconds }],
    ['since', seconds, { since: '2026-03-01T12:00:00.000Z' }],
    ['created.gte', seconds, { created: { lte: 9, gte: seconds } }],
    ['filter.updated', time, { 'filter.updated': time }],
  ])('become the parameter %s', (param, value, expected) => {
    expect(cursorParams(params, { created: { lte: 9 } }, { param }, value)).toEqual(expected);
  });
});
