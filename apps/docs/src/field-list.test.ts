import { jsonSchema } from '@connectory/connector-sdk/engine';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { schemaRows } from './field-list.ts';

it('says of every member where it is, of what type, and what it accepts', () => {
  const rows = schemaRows(
    jsonSchema(
      z.object({
        limit: z.int().min(1).max(100).default(10).describe('Page size'),
        state: z.enum(['open', 'closed']).nullish(),
        owner: z.object({ login: z.string().max(39) }).nullish(),
        labels: z.array(z.object({ name: z.string() })).max(5),
        either: z.union([z.string(), z.int()]),
        open: z.unknown(),
      }),
    ),
  );
  expect(rows.map(({ path, type, required, nullable, limits }) => [path, type, required, nullable, limits])).toEqual([
    ['limit', 'integer', false, false, ['default 10', '1 to 100']],
    ['state', 'string', false, true, ['one of "open", "closed"']],
    ['owner', 'object', false, true, []],
    ['owner.login', 'string', true, false, ['at most 39 characters']],
    ['labels', 'object[]', true, false, ['at most 5 elements']],
    ['labels[].name', 'string', true, false, []],
    ['either', 'string or integer', true, false, []],
    ['open', 'any', true, false, []],
  ]);
  expect(rows[0]?.description).toBe('Page size');
});

it('names what a reference leads to, and follows none', () => {
  const condition = { $ref: '#/$defs/condition' };
  const rows = schemaRows({ type: 'object', properties: { filter: { anyOf: [condition, { type: 'null' }] } } });
  expect(rows.map(({ path, type, nullable }) => [path, type, nullable])).toEqual([['filter', 'condition', true]]);
});
