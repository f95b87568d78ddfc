import { writeExactly } from '@connectory/exact-json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordSchema } from './record-schema.ts';
import { redacted } from './redact.ts';

// Each seed is recognizable wherever it ends up; 987 occurs in no placeholder.
const seed = fc
  .integer({ min: 0, max: 9999 })
  .chain((number) =>
    fc.constantFrom(
      `Ada 987${number} Lovelace`,
      `ada.987${number}@mail.example`,
      `https://ada987${number}.example/987?key=987#a`,
      `+44 (987) ${number} 987`,
      `cus_987${number}a`,
      `987${number}`,
      `2987-09-${10 + (number % 20)}T09:87:00.987Z`,
      `98798798-7987-4987-8987-9879879879${10 + (number % 90)}`,
    ),
  );
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    seed,
    fc.integer({ min: 0, max: 9999 }).map((number) => Number(`987${number}`)),
    fc.constant(98_798_798_798_798_798_798n),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(seed, fc.constantFrom('id', 'name', 'metadata')), tie('value'), { maxKeys: 4 }),
  ),
})).value;

const schemas: readonly (RecordSchema | undefined)[] = [
  undefined,
  { type: 'object' },
  {
    type: 'object',
    properties: {
      id: { type: ['string', 'null'] },
      name: { anyOf: [{ type: 'string' }, { type: 'object', properties: { id: {} } }, { type: 'array', items: {} }] },
      metadata: { type: 'object', additionalProperties: { type: 'string' } },
    },
  },
];

const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value === 'object' && value !== null) return Object.values(value).map(shapeOf);
  return value === null ? null : typeof value;
};

describe('redacted', () => {
  it('leaves nothing of any value or name that is data, and the types as they are', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(...schemas), (value, schema) => {
        const sample = redacted(value, schema);
        expect(writeExactly(sample)).not.toContain('987');
        expect(writeExactly(sample)).not.toContain('Ada');
        expect(shapeOf(sample)).toEqual(shapeOf(value));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['Ada Lovelace', 'text-12'],
    ['', ''],
    ['0042', '1111'],
    ['+44 (20) 7946', '+11 (11) 1111'],
    ['2024-02-29', '2026-01-15'],
    ['2024-02-29T12:34:56.789123+02:00', '2026-01-15T09:30:00.000000+00:00'],
    ['2024-02-29 12:34:56', '2026-01-15 09:30:00'],
    ['Thu, 29 Feb 2024 12:34:56 +0000', 'Thu, 15 Jan 2026 09:30:00 +0000'],
    ['ada@mail.example', 'user@example.com'],
    ['https://shop.example/orders/7', 'https://example.com/'],
    [-12.5, -11.1],
    [1_700_000_000, 1_111_111_111],
    [true, true],
  ])('%j becomes %j', (value, placeholder) => {
    expect(redacted(value)).toBe(placeholder);
  });

  it('keeps declared names and the values that the declaration lists', () => {
    const schema: RecordSchema = {
      type: 'object',
      properties: { state: { type: 'string', 'x-extensible-enum': ['open', 'closed'] }, 'odd 1234567 name': {} },
    };
    expect(redacted({ state: 'open', 'odd 1234567 name': 'x' }, schema)).toEqual({
      state: 'open',
      'odd 1234567 name': 'text-1',
    });
    expect(redacted({ state: 'escalated to Ada' }, schema)).toEqual({ state: 'text-16' });
  });

  it('renames the members of a map, whose names are data', () => {
    const map: RecordSchema = { type: 'object', additionalProperties: { type: 'integer' } };
    expect(redacted({ ada: 1, grace: 22 }, map)).toEqual({ key_1: 1, key_2: 11 });
    expect(redacted({ cus_9xK2: 1, total_count: 2 })).toEqual({ key_1: 1, total_count: 1 });
  });
});
