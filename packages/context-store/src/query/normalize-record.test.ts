import { parseExactly, writeExactly } from '@connectory/exact-json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layouts, recordSets } from '../../test/query/arbitraries.ts';
import type { EntityLayout } from '../stores/entity-layout.ts';
import type { FieldType } from './field-type.ts';
import { normalizeRecord } from './normalize-record.ts';

const layoutOfType = (type: FieldType, absent = false): EntityLayout => ({
  connector: 'test',
  entity: 'records',
  fields: [{ name: 'field', type, absent, members: {} }],
});

describe('a value', () => {
  it.each<[FieldType, unknown, unknown]>([
    ['string', 'a\0\uDC00', 'a\uFFFD\uFFFD'],
    ['string', 1.5, '1.5'],
    ['string', false, 'false'],
    ['string', {}, undefined],
    ['string', Number.NaN, undefined],
    ['integer', 7, 7],
    ['integer', '-12', -12],
    ['integer', '7.0', 7],
    ['integer', 7.5, undefined],
    ['integer', '', undefined],
    ['integer', ' 7', undefined],
    ['integer', '0x10', undefined],
    ['integer', true, undefined],
    ['integer', 9007199254740993n, 9007199254740993n],
    ['integer', '9007199254740993', 9007199254740993n],
    ['integer', '-1208925819614629174706176', -1208925819614629174706176n],
    ['integer', 7n, 7],
    ['integer', 2 ** 53, 2n ** 53n],
    ['integer', 10n ** 999n, 10n ** 999n],
    ['integer', 10n ** 1000n, undefined],
    ['number', '+1e3', 1000],
    ['number', 9007199254740993n, 9007199254740993n],
    ['string', 9007199254740993n, '9007199254740993'],
    ['decimal', '1.10', '1.10'],
    ['decimal', 'about 5', 'about 5'],
    ['decimal', 1.5, '1.5'],
    ['decimal', {}, undefined],
    ['string:iso-8601', '2026-03-01', '2026-03-01'],
    ['string:iso-8601', 'soon', 'soon'],
    ['integer:unix-seconds', '1772366400', 1_772_366_400],
    ['integer:unix-seconds', 'soon', undefined],
    ['number', '1e9999', undefined],
    ['number', -0, 0],
    ['number', Number.POSITIVE_INFINITY, undefined],
    ['boolean', true, true],
    ['boolean', 'true', undefined],
    ['object', { a: null, b: [1], c: undefined }, { a: null, b: [1] }],
    ['object', [1], undefined],
    ['array', [1, 'x', null, { a: Number.NaN }], [1, 'x', null, { a: null }]],
    ['array', { length: 1 }, undefined],
    ['array', [9007199254740993n, { id: 2 ** 64 }, 3n], [9007199254740993n, { id: 2n ** 64n }, 3]],
    ['any', 'x', 'x'],
    ['any', { 'a\0': '\0' }, { 'a\uFFFD': '\uFFFD' }],
    ['any', null, undefined],
  ])('of type %s: %o is stored as %o', (type, value, stored) => {
    expect(normalizeRecord(layoutOfType(type), { field: value }, 'k').document.field).toEqual(stored);
  });

  it('is kept to a depth of 64', () => {
    const nested = (depth: number): unknown => (depth === 0 ? 'x' : { below: nested(depth - 1) });
    const depthOf = (value: unknown): number =>
      typeof value === 'object' && value !== null && 'below' in value ? 1 + depthOf(value.below) : 0;
    const { document } = normalizeRecord(layoutOfType('any'), { field: nested(5000) }, 'k');
    expect(depthOf(document.field)).toBe(64);
  });
});

it('leaves out unknown, absent and inherited fields', () => {
  const values = { field: 'x', other: 'x' };
  expect(normalizeRecord(layoutOfType('string'), values, 'k')).toEqual({ key: 'k', document: { field: 'x' } });
  expect(normalizeRecord(layoutOfType('string', true), values, 'k').document).toEqual({});
  expect(normalizeRecord(layoutOfType('string'), Object.create(values), 'k').document).toEqual({});
});

it('changes nothing when it is repeated, nor does JSON', () => {
  const cases = layouts.chain((layout) => fc.tuple(fc.constant(layout), recordSets(layout)));
  fc.assert(
    fc.property(cases, ([layout, records]) => {
      for (const record of records) {
        expect(normalizeRecord(layout, record.document, record.key)).toEqual(record);
        expect(parseExactly(writeExactly(record))).toEqual(record);
      }
    }),
  );
});
