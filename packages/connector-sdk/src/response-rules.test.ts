import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Action } from './action.ts';
import { brokenResponseRule } from './response-rules.ts';
import { restApi } from './rest-api.ts';

const params = z.object({
  id: z.string().describe('Id'),
  page: z.int().default(1).describe('Page'),
  index: z.int().optional().describe('Index'),
});
const get = restApi({ recordsAt: 'rows' })('GET /x', { summary: 'Get', params });

it.each<[Partial<Action>, 'get' | 'list' | 'create' | 'download', string | null]>([
  [{}, 'get', null],
  [{ match: { 'a.b': 'id', page: 'page' } }, 'get', null],
  [{ match: { a: 'ids' } }, 'get', 'matches rows by ids, which is not one of its parameters'],
  [{ match: { a: 'id', b: 'index' } }, 'get', 'matches rows by index, which may be left out'],
  [{ match: { a: 'toString' } }, 'get', 'matches rows by toString, which is not one of its parameters'],
  [{ match: {} }, 'get', 'has a match that names no field'],
  [{ match: { a: 'id' } }, 'list', 'has match, which is for actions that answer one record'],
  [{ match: { a: 'id' } }, 'download', 'has match, which is for actions that answer one record'],
  [{ fileAt: 'files.{page}.{id}.url' }, 'download', null],
  [{ fileAt: 'files.{nth}.url' }, 'download', 'has a place in fileAt for nth, which is not one of its parameters'],
  [{ fileAt: 'files.{index}.url' }, 'download', 'has a place in fileAt for index, which may be left out'],
  [{ idHeader: 'x-id', result: z.object({ id: z.int() }) }, 'create', null],
  [{ idHeader: 'x-id', result: z.object({ id: z.int() }) }, 'get', 'has idHeader, which is for writes'],
  [{ idHeader: 'x-id', result: z.object({ key: z.int() }) }, 'create', 'has idHeader, but no result with an id'],
  [{ idHeader: 'x-id' }, 'create', 'has idHeader, but no result with an id'],
  [{ fileAt: 'files.{}' }, 'download', 'has a place in fileAt for , which is not one of its parameters'],
])('finds the broken rule of %j on %s', (change, name, rule) => {
  expect(brokenResponseRule({ ...get, ...change }, name)).toBe(rule);
});
