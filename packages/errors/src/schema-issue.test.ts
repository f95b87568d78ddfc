import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { schemaError } from './schema-issue.ts';

function errorsOf(schema: z.ZodType, value: unknown): readonly string[] {
  const { error } = schema.safeParse(value, { error: schemaError });
  return error?.issues.map(({ message }) => message) ?? [];
}

describe('schemaFault', () => {
  it.each<readonly [z.ZodType, unknown, string]>([
    [z.string(), 7, 'must be a string'],
    [z.number(), '7', 'must be a number'],
    [z.int(), 1.5, 'must be an integer'],
    [z.boolean(), 'yes', 'must be true or false'],
    [z.array(z.string()), {}, 'must be an array'],
    [z.object({}), [], 'must be an object'],
    [z.record(z.string(), z.string()), 1, 'must be an object'],
    [z.null(), 1, 'must be null'],
    [z.number().min(1), 0, 'must be at least 1'],
    [z.number().gt(1), 1, 'must be greater than 1'],
    [z.number().max(100), 101, 'must be at most 100'],
    [z.number().lt(100), 100, 'must be less than 100'],
    [z.number().multipleOf(5), 7, 'must be a multiple of 5'],
    [z.string().min(1), '', 'must not be empty'],
    [z.string().min(3), 'ab', 'must be at least 3 characters long'],
    [z.string().max(1), 'ab', 'must be at most 1 character long'],
    [z.string().length(3), 'ab', 'must be exactly 3 characters long'],
    [z.string().length(1), '', 'must be exactly 1 character long'],
    [z.array(z.string()).min(1), [], 'must not be empty'],
    [z.array(z.string()).min(2), ['a'], 'must have at least 2 items'],
    [z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 item'],
    [z.array(z.string()).length(2), [], 'must have exactly 2 items'],
    [z.map(z.string(), z.string()).min(2), new Map(), 'must have at least 2 entries'],
    [z.literal('a'), 'b', 'must be a'],
    [z.enum(['open', 'closed']), 'opened', 'must be one of open, closed'],
    [z.email(), 'nobody', 'must be an email address'],
    [z.url(), 'nowhere', 'must be a URL'],
    [z.iso.date(), 'today', 'must be a date such as 2026-01-31'],
    [z.iso.datetime(), 'now', 'must be a date and time such as 2026-01-31T09:30:00Z'],
    [z.string().regex(/^[a-z]+$/), '1', 'must match the pattern /^[a-z]+$/'],
    [z.string().startsWith('cus_'), 'x', 'must start with "cus_"'],
    [z.string().endsWith('/'), 'x', 'must end with "/"'],
    [z.string().includes('@'), 'x', 'must contain "@"'],
    [z.jwt(), 'x', 'must be of the format jwt'],
    [z.strictObject({}), { a: 1, b: 2 }, 'must not have a, b'],
    [z.union([z.string(), z.number()]), null, 'has none of the accepted types or values'],
    [z.record(z.enum(['a']), z.string()), { a: 'x', b: 'x' }, 'must not have b'],
    [z.record(z.string().max(1), z.string()), { ab: 'x' }, 'has a name that is not accepted'],
    [z.string().refine(() => false), 'x', 'is not valid'],
  ])('says what %# must be', (schema, value, problem) => {
    expect(errorsOf(schema, value)).toEqual([problem]);
  });

  it('leaves what the schema itself says', () => {
    expect(errorsOf(z.string().regex(/^a/, 'must begin with a'), 'b')).toEqual(['must begin with a']);
  });
});
