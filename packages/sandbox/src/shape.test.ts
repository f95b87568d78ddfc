import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Shape, shapeOf } from './shape.ts';

const field = (schema: z.ZodType): Shape => {
  const found = shapeOf(z.object({ field: schema })).fields.get('field');
  if (found === undefined) throw new Error('the field is there');
  return found.shape;
};

describe('shapeOf', () => {
  it('reads bounds and whether null is allowed', () => {
    expect(field(z.int().min(1).max(9).nullish())).toEqual({
      kind: 'number',
      nullable: true,
      integer: true,
      minimum: 1,
      maximum: 9,
    });
    expect(field(z.number().gt(1).lt(2))).toMatchObject({ integer: false, minimum: 1.01, maximum: 1.99 });
    expect(field(z.string().min(2).max(4).nullable())).toMatchObject({
      kind: 'text',
      nullable: true,
      minimum: 2,
      maximum: 4,
    });
    expect(field(z.enum(['a', 'b']).nullish())).toEqual({ kind: 'values', nullable: true, values: ['a', 'b'] });
    expect(field(z.literal('x'))).toEqual({ kind: 'values', nullable: false, values: ['x'] });
    expect(field(z.null())).toEqual({ kind: 'any', nullable: true });
    expect(field(z.record(z.string(), z.int()))).toMatchObject({ kind: 'map', values: { kind: 'number' } });
  });

  it('tells what is required and what has a default', () => {
    const { fields } = shapeOf(z.object({ a: z.string(), b: z.string().optional(), c: z.int().default(3) }));
    expect([...fields].map(([name, { required, default: given }]) => [name, required, given])).toEqual([
      ['a', true, undefined],
      ['b', false, undefined],
      ['c', false, 3],
    ]);
  });
});
