import { describe, expect, it } from 'vitest';
import { sampleLayout, sampleTable } from '../../../test/postgres/sample-table.ts';
import type { SearchPosition } from '../../query/condition.ts';
import { parseSearch } from '../../query/parse-search.ts';
import type { EntityTable } from './entity-table.ts';
import { orderParts, orderTerms } from './order.ts';
import { Parameters } from './statement.ts';

function written(table: EntityTable, sort: readonly object[], after: SearchPosition | null): readonly unknown[] {
  const query = parseSearch({ query: { sort } }, sampleLayout);
  const parameters = new Parameters();
  const terms = orderTerms(table, query.sort, parameters);
  const parts = orderParts(table, query.sort, terms, after, parameters);
  return [...parts.map(({ condition, orderBy }) => [condition, orderBy]), ...parameters.values];
}

describe('without an index', () => {
  it('reads everything in one order', () => {
    expect(written(sampleTable(), [], null)).toEqual([[null, 'key']]);
    expect(written(sampleTable(), [], { values: [], key: 'k' })).toEqual([['key > $1::text', 'key'], 'k']);
    expect(written(sampleTable(), [{ name: 'asc' }, { amount: 'desc' }], null)).toEqual([
      [null, 'f1 asc nulls last, f2 desc nulls last, key'],
    ]);
  });

  it('continues after a position, with null after every value', () => {
    expect(written(sampleTable(), [{ name: 'asc' }, { amount: 'desc' }], { values: ['a', null], key: 'k' })).toEqual([
      [
        '(f1 > $2::text or f1 is null or (f1 = $2::text and (f2 is null and key > $1::text)))',
        'f1 asc nulls last, f2 desc nulls last, key',
      ],
      ...['k', 'a'],
    ]);
  });

  it('orders members of objects that are of their declared type', () => {
    const [[, orderBy] = []] = written(sampleTable(), [{ 'customer.city': 'asc' }], null) as string[][];
    expect(orderBy).toBe(
      `left((case when jsonb_typeof((f4::jsonb -> $1::text)) = 'string' then (f4::jsonb -> $1::text) #>> '{}' end) collate "C", 200) collate "C" asc nulls last, key`,
    );
    const [[, age] = []] = written(sampleTable(), [{ 'customer.age': 'desc' }], null) as string[][];
    expect(age).toContain('::numeric end) desc nulls last');
    const [[, vip] = []] = written(sampleTable(), [{ 'customer.vip': 'desc' }], null) as string[][];
    expect(vip).toContain('::boolean end) desc nulls last');
  });
});

describe('with an index on the first field', () => {
  const table = sampleTable(['ordered', 'amount']);

  it('reads the values first, then null', () => {
    expect(written(table, [{ amount: 'asc' }], null)).toEqual([
      ['f2 is not null', 'f2 asc, key'],
      ['f2 is null', 'f2, key'],
    ]);
    expect(written(table, [{ amount: 'desc' }, { name: 'asc' }], null)).toEqual([
      ['f2 is not null', 'f2 desc, f1 asc nulls last, key'],
      ['f2 is null', 'f1 asc nulls last, key'],
    ]);
  });

  it('continues at the value of a position', () => {
    expect(written(table, [{ amount: 'desc' }], { values: [5], key: 'k' })).toEqual([
      ['f2 = $2::numeric and key > $1::text', 'key'],
      ['f2 < $2::numeric', 'f2 desc, key'],
      ['f2 is null', 'f2, key'],
      ...['k', '5'],
    ]);
    expect(written(table, [{ amount: 'asc' }, { name: 'asc' }], { values: [5, null], key: 'k' })).toEqual([
      ['f2 = $2::numeric and (f1 is null and key > $1::text)', 'f1 asc nulls last, key'],
      ['f2 > $2::numeric', 'f2 asc, f1 asc nulls last, key'],
      ['f2 is null', 'f1 asc nulls last, key'],
      ...['k', '5'],
    ]);
    expect(written(table, [{ amount: 'desc' }], { values: [null], key: 'k' })).toEqual([
      ['f2 is null and key > $1::text', 'f2, key'],
      'k',
    ]);
  });
});
