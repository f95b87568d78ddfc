import { describe, expect, it } from 'vitest';
import { customers } from '../src/entities/customers.ts';

describe('additional values of a record', () => {
  const meta = (value: unknown, key = 'note') => ({ meta_data: [{ id: 1, key, value }] });
  const fieldsOf = (record: unknown) => customers.ownFields?.fields(record, []);
  const valuesOf = customers.ownFields?.values;

  it.each([
    ['12.50', { type: 'decimal' }],
    ['00123', { type: 'string' }],
    ['2026-11-05', { type: 'string', format: 'date' }],
    ['2026-11-05 10:30:00', { type: 'string', format: 'iso-8601' }],
    ['yes', { type: 'string' }],
    [7, { type: 'number' }],
    [true, { type: 'boolean' }],
    [['a'], { type: 'array' }],
    [{ a: 1 }, { type: 'object' }],
  ])('such as %j are %j', (value, expected) => {
    expect(fieldsOf(meta(value))).toEqual([{ name: 'note', label: 'note', ...expected }]);
    expect(valuesOf?.(meta(value))).toEqual({ note: value });
  });

  it('are left out if they are internal or empty', () => {
    for (const record of [meta('1', '_edit_lock'), meta('1', ''), meta(''), meta(null), {}, { meta_data: null }]) {
      expect(fieldsOf(record)).toEqual([]);
      expect(valuesOf?.(record)).toEqual({});
    }
  });

  it('have no dot in their name', () => {
    expect(fieldsOf(meta('x', 'acme.note'))).toMatchObject([{ name: 'acme_note', label: 'acme.note' }]);
    expect(valuesOf?.(meta('x', 'acme.note'))).toEqual({ acme_note: 'x' });
  });
});
