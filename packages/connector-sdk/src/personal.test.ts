import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonSchema } from './manifest.ts';
import { personalFieldsOf, personalMarks } from './personal.ts';
import { fieldsOfSchema } from './schema-fields.ts';

const personal = {
  name: 'customer.name author',
  contact: 'email',
  free_text: 'metadata note',
  none: 'id status orders.note',
};
const marks = personalMarks(personal);

describe('marks of personal data', () => {
  it('are found by the name of a field at any depth', () => {
    expect(marks('orders', ['email'])).toBe('contact');
    expect(marks('orders', ['billing', 'email'])).toBe('contact');
  });

  it('are found by the path below an entity before the name', () => {
    expect(marks('orders', ['note'])).toBe('none');
    expect(marks('refunds', ['note'])).toBe('free_text');
    expect(marks('customer', ['name'])).toBe('name');
  });

  it('hold for the fields below that have none of their own', () => {
    expect(marks('orders', ['metadata', 'colour'])).toBe('free_text');
    expect(marks('orders', ['metadata', 'status'])).toBe('none');
    expect(marks('orders', ['author', 'first'])).toBe('name');
  });

  it('are missing where nothing is said', () => {
    expect(marks('orders', ['colour'])).toBeUndefined();
    expect(marks('orders', ['toString'])).toBeUndefined();
  });

  it('are listed for the declared fields of a record', () => {
    const Order = z.object({
      id: z.string(),
      email: z.string().nullish(),
      metadata: z.looseObject({}),
      lines: z.array(z.object({ note: z.string(), quantity: z.int(), author: z.object({ first: z.string() }) })),
    });
    expect(personalFieldsOf(jsonSchema(Order), 'orders', personal)).toEqual({
      email: 'contact',
      metadata: 'free_text',
      'lines.note': 'free_text',
      'lines.author.first': 'name',
    });
  });
});

describe('the fields of a schema', () => {
  const holds = (schema: z.ZodType) =>
    Object.fromEntries(
      fieldsOfSchema(jsonSchema(z.object({ field: schema }))).map((field) => [field.path.join('.'), field.holds]),
    );

  it('hold text unless the schema excludes it', () => {
    expect(holds(z.string().nullable())).toEqual({ field: 'text' });
    expect(holds(z.unknown())).toEqual({ field: 'text' });
    expect(holds(z.looseObject({}))).toEqual({ field: 'text' });
    expect(holds(z.record(z.string(), z.int()))).toEqual({ field: 'text' });
    expect(holds(z.union([z.int(), z.string()]))).toEqual({ field: 'text' });
    expect(holds(z.array(z.array(z.string())))).toEqual({ field: 'text' });
    expect(holds(z.enum(['open', 'closed']).nullish())).toEqual({ field: 'value' });
    expect(holds(z.array(z.int()))).toEqual({ field: 'value' });
    expect(holds(z.string().meta({ format: 'decimal' }))).toEqual({ field: 'value' });
    expect(holds(z.iso.datetime())).toEqual({ field: 'value' });
  });

  it('are found in objects, arrays and alternatives', () => {
    expect(holds(z.array(z.union([z.object({ a: z.string() }), z.object({ b: z.int() })])))).toEqual({
      field: 'fields',
      'field.a': 'text',
      'field.b': 'value',
    });
  });

  it('of a schema that contains itself hold text where it is entered again', () => {
    type Block = { text: string; blocks: Block[] };
    const block: z.ZodType<Block> = z.lazy(() => z.object({ text: z.string(), blocks: z.array(block) }));
    expect(holds(block)).toMatchObject({ field: 'text' });
  });
});
