import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fitValue, mergeValues, shapeRecord } from './fit-value.ts';
import { shapeOf } from './shape.ts';

const shape = shapeOf(
  z.object({
    name: z.string(),
    count: z.int(),
    ratio: z.number().nullish(),
    open: z.boolean(),
    state: z.enum(['OPEN', 'CLOSED']),
    tags: z.array(z.string()),
    labels: z.object({ nodes: z.array(z.object({ name: z.string(), color: z.string() })) }),
    address: z.object({ city: z.string().nullish(), zip: z.string().nullish() }),
    either: z.union([z.int(), z.string()]),
    notes: z.record(z.string(), z.string()),
  }),
);

const fit = (field: string, value: unknown) => {
  const found = shape.fields.get(field);
  if (found === undefined) throw new Error(`no field ${field}`);
  const fitted = fitValue(found.shape, value);
  return fitted.fits ? fitted.value : 'unfit';
};

describe('fitValue', () => {
  it('turns the text of forms and queries into the type of the field', () => {
    expect(fit('count', '12')).toBe(12);
    expect(fit('count', '1.5')).toBe('unfit');
    expect(fit('ratio', '1.5')).toBe(1.5);
    expect(fit('ratio', '')).toBeNull();
    expect(fit('open', 'true')).toBe(true);
    expect(fit('open', 'yes')).toBe('unfit');
    expect(fit('state', 'closed')).toBe('CLOSED');
    expect(fit('state', 'gone')).toBe('unfit');
    expect(fit('tags', 'a,b')).toEqual(['a', 'b']);
    expect(fit('name', 7)).toBe('7');
    expect(fit('name', null)).toBe('unfit');
    expect(fit('either', 'x')).toBe('x');
    expect(fit('notes', 'x')).toBe('unfit');
  });

  it('makes objects of the names that stand for them', () => {
    expect(fit('labels', ['bug'])).toEqual({ nodes: [{ name: 'bug', color: '' }], totalCount: 1 });
  });
});

describe('mergeValues', () => {
  const record = { name: 'a', count: 1, open: true, address: { city: 'Oslo', zip: '1' }, notes: { a: '1' } };

  it('takes over what fits, within wrappers and objects, and nothing else', () => {
    const values = {
      item: { name: 'b', count: 'many', unknown: 1 },
      address: { zip: '2' },
      notes: { b: '2' },
      extra: true,
    };
    expect(mergeValues(record, shape, values)).toEqual({
      ...record,
      name: 'b',
      address: { city: 'Oslo', zip: '2' },
      notes: { a: '1', b: '2' },
    });
    expect(record.address.zip).toBe('1');
  });
});

describe('shapeRecord', () => {
  it('takes each field from the first source that has it in a fitting form', () => {
    const wanted = shapeOf(z.object({ created_at: z.string(), state: z.enum(['open']), id: z.int() }));
    const sources = [{ state: 'never' }, { createdAt: '2026', state: 'OPEN' }];
    const made = shapeRecord(wanted, sources, () => ({ created_at: '', state: 'open', id: 5 }));
    expect(made).toEqual({ created_at: '2026', state: 'open', id: 5 });
  });
});
