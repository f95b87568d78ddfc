import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { generatedObject } from './generated-value.ts';
import { shapeOf } from './shape.ts';

const make = (schema: z.ZodObject, seed: number) =>
  generatedObject(shapeOf(schema).fields, [], { seed: [seed], age: 100, relation: () => undefined });

interface Tree {
  readonly name: string;
  readonly children: readonly Tree[];
  readonly parent?: Tree | null | undefined;
}
const Node: z.ZodType<Tree> = z.lazy(() =>
  z.object({ name: z.string(), children: z.array(Node), parent: Node.nullish() }),
);

describe('made-up values', () => {
  it('fit every kind of schema a record may have', () => {
    const schema = z.object({
      id: z.uuid(),
      at: z.iso.datetime({ offset: true }),
      day: z.iso.date(),
      email: z.email(),
      url: z.url(),
      ip: z.ipv4(),
      kind: z.literal('thing'),
      state: z.enum(['a', 'b']).nullish(),
      code: z.string().regex(/^[A-Z]{3}$/),
      short: z.string().max(5),
      long: z.string().min(40),
      count: z.int().min(3).max(7),
      above: z.int().gt(10),
      rate: z.number().min(0).max(1),
      pair: z.tuple([z.string(), z.int()]),
      many: z
        .array(z.object({ deep: z.array(z.string()).min(2) }))
        .min(1)
        .max(3),
      either: z.union([z.object({ type: z.literal('x') }), z.string()]),
      both: z.object({ one: z.string() }).and(z.object({ other: z.int() })),
      bag: z.record(z.string(), z.unknown()),
      anything: z.unknown(),
      tree: Node,
    });
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const made = make(schema, seed);
        expect(schema.safeParse(made).error, JSON.stringify(made)).toBeUndefined();
        expect(make(schema, seed)).toEqual(made);
      }),
    );
  });

  it('are plausible for their names', () => {
    const schema = z.object({
      created_at: z.string(),
      updatedAt: z.string(),
      expires_at: z.int(),
      avatar_url: z.string(),
      first_name: z.string(),
      currency: z.string(),
      amount: z.int(),
      address: z.object({ city: z.string(), state: z.string() }),
    });
    for (let seed = 0; seed < 20; seed++) {
      const made = z.record(z.string(), z.any()).parse(make(schema, seed));
      expect(Date.parse(made.created_at)).toBeLessThan(Date.parse(made.updatedAt));
      expect(Date.parse(made.updatedAt)).toBeLessThanOrEqual(Date.UTC(2026, 10, 1));
      expect(made.expires_at).toBeGreaterThan(1_700_000_000);
      expect(made.avatar_url).toMatch(/^https:\/\/example\.com\//);
      expect(made.first_name).toMatch(/^[A-Z][a-z]+$/);
      expect(made.currency).toMatch(/^[a-z]{3}$/);
      expect(made.amount % 100).toBe(0);
      expect(made.address.state).toMatch(/^[A-Z]{2}$/);
    }
  });

  it('are true to shape: no word where something else belongs, no element without its fields', () => {
    const schema = z.object({
      discount: z.object({ id: z.string(), object: z.string(), start: z.int() }).nullish(),
      whatever: z.string().nullish(),
      customer: z.union([z.string(), z.object({ id: z.string(), object: z.literal('customer') })]),
      rates: z.array(z.record(z.string(), z.unknown())),
      lines: z.object({
        object: z.literal('list'),
        data: z.array(z.object({ id: z.string() })).min(1),
        has_more: z.boolean(),
        total_count: z.int(),
      }),
      period: z.object({ start: z.int(), end: z.int(), started_at: z.iso.datetime(), ended_at: z.iso.datetime() }),
    });
    for (let seed = 0; seed < 20; seed++) {
      const made = z.record(z.string(), z.any()).parse(make(schema, seed));
      expect(made).toMatchObject({ customer: { object: 'customer' }, rates: [] });
      expect(made).not.toHaveProperty('discount');
      expect(made).not.toHaveProperty('whatever');
      expect(made.lines).toMatchObject({ object: 'list', has_more: false, total_count: made.lines.data.length });
      expect(made.lines.data.every(({ id }: { id: string }) => id.length > 0)).toBe(true);
      expect(made.period.start).toBeLessThanOrEqual(made.period.end);
      expect(made.period.started_at <= made.period.ended_at).toBe(true);
    }
  });

  it('say which field they cannot make', () => {
    expect(() => make(z.object({ code: z.string().regex(/^(?=x)y$/) }), 1)).toThrow(/no text matches/);
  });
});
