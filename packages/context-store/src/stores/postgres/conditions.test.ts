import { describe, expect, it } from 'vitest';
import { sampleConnection, sampleLayout, sampleTable } from '../../../test/postgres/sample-table.ts';
import { parseSearch } from '../../query/parse-search.ts';
import { filterSql } from './conditions.ts';
import type { EntityTable } from './entity-table.ts';
import { Parameters } from './statement.ts';

const longText = 'a'.repeat(200);

function compiled(filter: object, table: EntityTable = sampleTable(), near: Record<string, readonly string[]> = {}) {
  const parameters = new Parameters();
  const query = parseSearch({ query: { filter } }, sampleLayout);
  if (query.filter === null) throw new Error('The filter is empty.');
  const context = { table, connectionId: sampleConnection, near: new Map(Object.entries(near)), parameters };
  const sql = filterSql(query.filter, context).replace(/\s+/g, ' ');
  return [sql, ...parameters.values];
}

const hasWords = (indexed: string, more: string) =>
  `((${indexed} or more_words is not null) and (more_words is null or ${indexed} or exists (select from unnest(more_words) as more (word) where ${more})))`;

describe('columns', () => {
  it.each<[string, object, readonly unknown[]]>([
    ['eq', { eq: { name: 'a' } }, ['f1 = $1::text', 'a']],
    ['eq null', { eq: { name: null } }, ['f1 is null']],
    ['neq', { neq: { name: 'a' } }, ['((f1 = $1::text) is not true)', 'a']],
    ['neq null', { neq: { name: null } }, ['((f1 is null) is not true)']],
    ['eq of a number', { eq: { amount: 1.5 } }, ['f2 = $1::numeric', '1.5']],
    ['eq of a boolean', { eq: { open: true } }, ['f3 = $1::boolean', true]],
    ['gt', { gt: { name: 'a' } }, ['f1 > $1::text', 'a']],
    ['gte', { gte: { amount: -2 } }, ['f2 >= $1::numeric', '-2']],
    ['lt', { lt: { amount: 2 ** 60 } }, ['f2 < $1::numeric', '1152921504606846976']],
    ['lte', { lte: { name: '' } }, ['f1 <= $1::text', '']],
    ['in', { in: { name: ['a', 'b'] } }, ['(f1 = any($1::text[]))', ['a', 'b']]],
    ['in with null', { in: { amount: [1, null] } }, ['(f2 = any($1::numeric[]) or f2 is null)', ['1']]],
    ['in of nothing', { in: { name: [] } }, ['false']],
    ['in of booleans', { in: { open: [false] } }, ['f3 = any($1::boolean[])', [false]]],
    [
      'like',
      { like: { name: 'A_%\\%\\_\\\\' } },
      [`coalesce(l1, lower((f1 || coalesce(r1, '')) collate "C")) like $1::text`, 'a_%\\%\\_\\\\'],
    ],
    ['like without wildcards', { like: { name: 'B' } }, [expect.stringMatching(/like \$1::text$/), '%b%']],
    [
      'keyword',
      { keyword: { name: 'Foo, bar' } },
      [
        hasWords('words @@ $1::tsquery', 'more.word = any($2::text[])'),
        "'EjRW01foo' | 'EjRW01bar'",
        ['EjRW01foo', 'EjRW01bar'],
      ],
    ],
    ['eq of a long text', { eq: { name: `${longText}b` } }, ['(f1 = $1::text and r1 = $2::text)', longText, 'b']],
    [
      'lt of a long text',
      { lt: { name: longText } },
      ['(f1 <= $1::text and (f1 < $1::text or r1 < $2::text))', longText, ''],
    ],
    [
      'in of long texts',
      { in: { name: [longText, 'b'] } },
      ['(f1 = any($1::text[]) or (f1 = $2::text and r1 = $3::text))', ['b'], longText, ''],
    ],
  ])('%s', (_, filter, expected) => {
    expect(compiled(filter)).toEqual(expected);
  });

  it('asks for each word of fuzzy by its beginning and by the words near it', () => {
    expect(compiled({ fuzzy: { name: 'hello x1' } }, sampleTable(), { hello: ['hallo'] })).toEqual([
      `(${hasWords('words @@ $1::tsquery', 'more.word = any($2::text[]) or more.word ^@ any($3::text[])')} and ${hasWords('words @@ $4::tsquery', 'more.word ^@ any($5::text[])')})`,
      "'EjRW01hallo' | 'EjRW01hello':*",
      ['EjRW01hallo'],
      ['EjRW01hello'],
      "'EjRW01x1':*",
      ['EjRW01x1'],
    ]);
  });
});

describe('values inside JSON', () => {
  const city = '(f4::jsonb -> $1::text)';
  const cityTexts = '(t4::jsonb -> $1::text)';
  const cityText = `(${city} #>> '{}')`;
  it.each<[string, object, readonly unknown[]]>([
    ['eq', { eq: { 'customer.city': 'x' } }, [`${city} = $2::jsonb`, 'city', '"x"']],
    ['eq null', { eq: { extra: null } }, ["(coalesce(jsonb_typeof(f6::jsonb), 'null') = 'null')"]],
    ['neq', { neq: { extra: 1 } }, ['((f6::jsonb = $1::jsonb) is not true)', '1']],
    [
      'gt of a number',
      { gt: { 'customer.age': 3 } },
      [`(case when jsonb_typeof(${city}) = 'number' then ${city}::numeric end) > $2::numeric`, 'age', '3'],
    ],
    [
      'lte of a text',
      { lte: { extra: 'x' } },
      [`(case when jsonb_typeof(f6::jsonb) = 'string' then f6::jsonb #>> '{}' end) collate "C" <= $1::text`, 'x'],
    ],
    [
      'in',
      { in: { extra: [1, 'a', null] } },
      ["(f6::jsonb = any($1::jsonb[]) or (coalesce(jsonb_typeof(f6::jsonb), 'null') = 'null'))", ['1', '"a"']],
    ],
    [
      'like',
      { like: { 'customer.city': 'x%' } },
      [
        `(case when jsonb_typeof(${city}) = 'string' then coalesce(substr(${cityTexts} #>> '{}', strpos(${cityTexts} #>> '{}', chr(1)) + 1), lower(${cityText} collate "C")) end) like $2::text`,
        'city',
        'x%',
      ],
    ],
    [
      'keyword',
      { keyword: { 'customer.city': 'x y' } },
      [
        `(case when jsonb_typeof(${city}) = 'string' then coalesce(split_part(${cityTexts} #>> '{}', chr(1), 1), ' ' || regexp_replace(lower(${cityText} collate "C"), '[^a-z0-9]+', ' ', 'g') || ' ') end) like any($2::text[])`,
        'city',
        ['% x %', '% y %'],
      ],
    ],
    [
      'fuzzy',
      { fuzzy: { 'customer.city': 'x' } },
      [expect.stringMatching(/like any\(\$2::text\[\]\)\)$/), 'city', ['% x%']],
    ],
    ['contains', { contains: { tags: null } }, ['f5::jsonb @> $1::jsonb', '[null]']],
    [
      'any',
      { any: { tags: { eq: { 'a.b': 1 } } } },
      [
        "exists (select from jsonb_array_elements(case when jsonb_typeof(f5::jsonb) = 'array' then f5::jsonb end) with ordinality as element1 (value, place) where jsonb_typeof(element1.value) = 'object' and (element1.value -> $1::text -> $2::text) = $3::jsonb)",
        'a',
        'b',
        '1',
      ],
    ],
    [
      'any inside any',
      { any: { tags: { any: { b: { like: { c: 'x' } } } } } },
      [expect.stringContaining('as element2 (value, place)'), 'b', 'c', '%x%'],
    ],
  ])('%s', (_, filter, expected) => {
    expect(compiled(filter)).toEqual(expected);
  });

  it('narrows by the index of values inside JSON where there is one', () => {
    const table = sampleTable(['members', 'tags'], ['members', 'customer']);
    const scoped = (value: unknown) => JSON.stringify({ [sampleConnection]: value });
    const customer = `jsonb_set('{}', array[connection_id::text], f4::jsonb)`;
    const tags = `jsonb_set('{}', array[connection_id::text], f5::jsonb)`;
    expect(compiled({ eq: { 'customer.city': 'x' } }, table)).toEqual([
      `(${customer} @> $1::jsonb)`,
      scoped({ city: 'x' }),
    ]);
    expect(compiled({ contains: { tags: 'a' } }, table)).toEqual([`(${tags} @> $1::jsonb)`, scoped(['a'])]);
    const [anySql, ...anyValues] = compiled({ any: { tags: { eq: { k: 1 }, gt: { v: 2 } } } }, table);
    expect(anySql).toMatch(/^\(jsonb_set\('\{\}', array\[connection_id::text\], f5::jsonb\) @> \$5::jsonb and exists/);
    expect(anyValues).toEqual(['k', '1', 'v', '2', scoped([{ k: 1 }])]);
    expect(compiled({ not: { contains: { tags: 'a' } } }, table)[0]).not.toContain('jsonb_set');
  });
});

describe('and, or, not', () => {
  const open = { eq: { open: true } };
  const small = { lt: { amount: 2 } };
  it.each<[string, object, string]>([
    ['and', { and: [open, small] }, '(f3 = $1::boolean and f2 < $2::numeric)'],
    ['or', { or: [open, small] }, '(f3 = $1::boolean or f2 < $2::numeric)'],
    [
      'not and',
      { not: { and: [open, small] } },
      '(((f3 = $1::boolean) is not true) or ((f2 < $2::numeric) is not true))',
    ],
    [
      'not or',
      { not: { or: [open, small] } },
      '(((f3 = $1::boolean) is not true) and ((f2 < $2::numeric) is not true))',
    ],
    ['not not', { not: { not: open } }, 'f3 = $1::boolean'],
    ['not neq', { not: { neq: { open: true } } }, 'f3 = $1::boolean'],
    ['and of nothing', { and: [{}, open] }, '(true and f3 = $1::boolean)'],
    ['not of nothing', { not: {} }, 'false'],
  ])('%s', (_, filter, expected) => {
    expect(compiled(filter)[0]).toBe(expected);
  });
});
