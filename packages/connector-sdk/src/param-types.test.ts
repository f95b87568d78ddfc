import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Page } from './page.ts';
import { page } from './page.ts';
import { withParamTypes } from './param-types.ts';

const response = (next: unknown): Page => ({
  params: {},
  count: 1,
  value: () => next,
  first: () => undefined,
  last: () => undefined,
  header: () => undefined,
});

const nextOf = (schema: z.ZodType, next: unknown) =>
  withParamTypes(page.cursor({ param: 'at', next: 'next', size: 'limit' }), z.object({ at: schema }))?.next(
    response(next),
  );

describe('withParamTypes', () => {
  it.each([
    ['a number in a text', z.int().optional(), '12', 12],
    ['a text for a number', z.string().optional(), 12, '12'],
    ['a text of digits, leading zeros included', z.string().optional(), '0012', '0012'],
    ['a number', z.int(), 12, 12],
    ['an integer beyond 2^53 as text', z.string(), 90071992547409931n, '90071992547409931'],
    ['an integer beyond 2^53 that no text may be', z.int(), 90071992547409931n, '90071992547409931'],
    ['what the parameter accepts as it is', z.union([z.string(), z.int()]), '12', '12'],
    ['a number too long to be exact', z.int(), '12345678901234567890', '12345678901234567890'],
    ['what no conversion makes acceptable', z.boolean(), 'x', 'x'],
  ])('gives %s', (_, schema, next, expected) => {
    expect(nextOf(schema, next)).toEqual({ at: expected });
  });

  it('leaves a parameter alone that the action does not declare', () => {
    expect(withParamTypes(page.cursor({ param: 'at', next: 'next' }), z.object({}))?.next(response('12'))).toEqual({
      at: '12',
    });
  });

  it('keeps the end and everything else of the paging', () => {
    const paging = page.cursor({ param: 'at', next: 'next', size: 'limit' });
    expect(nextOf(z.int(), null)).toBeNull();
    expect(withParamTypes(paging, z.object({}))).toEqual({ ...paging, next: expect.any(Function) });
    expect(withParamTypes(null, z.object({}))).toBeNull();
  });
});
