import { expect, it } from 'vitest';
import { field, tickets } from '../../../test/stores/tickets.ts';
import { parseSearch } from '../../query/parse-search.ts';
import { conditionSql } from './conditions.ts';
import { type Fragment, sql, verbatim } from './fragment.ts';

const layout = { ...tickets, fields: [...tickets.fields, field('extra', 'any')] };

function compiled(filter: object): Fragment {
  const query = parseSearch({ query: { filter } }, layout);
  if (query.filter === null) throw new Error('no filter');
  const { text, parameters } = conditionSql(query.filter, {
    document: verbatim('d'),
    keys: verbatim('k'),
    matchesText: (value, condition) => sql`matches(${value}, ${JSON.stringify(condition)})`,
  });
  return { text: text.replaceAll(/\s+/g, ' '), parameters };
}

const list = `(SELECT iif(typeof(value) = 'integer', value + 0.0, value) FROM json_each(?))`;
const words = (kind: string, ...found: string[]) =>
  JSON.stringify({ kind, field: { root: 'subject', below: [], type: 'string' }, words: found });

it.each<[string, object, string, unknown[]]>([
  ['eq', { eq: { status: 'o"p' } }, '(d ->> ? = ?)', ['$."status"', 'o"p']],
  ['eq a number', { eq: { id: 7 } }, '(d ->> ? + 0.0 = ?)', ['$."id"', 7]],
  ['eq a flag', { eq: { is_open: true } }, '(d ->> ? = ?)', ['$."is_open"', 1]],
  ['eq null', { eq: { tags: null } }, "(ifnull(json_type(d, ?), 'null') = 'null')", ['$."tags"']],
  ['neq', { neq: { status: 'open' } }, '((d ->> ? = ?) IS NOT TRUE)', ['$."status"', 'open']],
  ['gt', { gt: { score: 1.5 } }, '(d ->> ? + 0.0 > ?)', ['$."score"', 1.5]],
  ['gte', { gte: { score: 1.5 } }, '(d ->> ? + 0.0 >= ?)', ['$."score"', 1.5]],
  ['lt', { lt: { subject: 'm' } }, '(d ->> ? < ?)', ['$."subject"', 'm']],
  ['lte', { lte: { subject: 'm' } }, '(d ->> ? <= ?)', ['$."subject"', 'm']],
  ['in', { in: { id: [1, 2] } }, `(d ->> ? + 0.0 IN ${list})`, ['$."id"', '[1,2]']],
  ['in nothing', { in: { id: [] } }, '0', []],
  [
    'in with null',
    { in: { status: ['a', null] } },
    `((ifnull(json_type(d, ?), 'null') = 'null') OR (d ->> ? IN ${list}))`,
    ['$."status"', '$."status"', '["a"]'],
  ],
  [
    'a declared member',
    { eq: { 'requester.city': 'Köln' } },
    "(CASE WHEN json_type(d, ?) IN ('text') THEN (d ->> ? = ?) END)",
    ['$."requester"."city"', '$."requester"."city"', 'Köln'],
  ],
  [
    'an open member',
    { gt: { 'requester.say "hi"': 2 } },
    "(CASE WHEN json_type(d, ?) IN ('integer', 'real') THEN (d ->> ? + 0.0 > ?) END)",
    ['$."requester"."say \\"hi\\""', '$."requester"."say \\"hi\\""', 2],
  ],
  [
    'in of several types',
    { in: { extra: ['a', 1, false] } },
    `((CASE WHEN json_type(d, ?) IN ('text') THEN (d ->> ? IN ${list}) END) OR ((CASE WHEN json_type(d, ?) IN ('integer', 'real') THEN (d ->> ? + 0.0 IN ${list}) END) OR (CASE WHEN json_type(d, ?) IN ('true', 'false') THEN (d ->> ? IN ${list}) END)))`,
    ['$."extra"', '$."extra"', '["a"]', '$."extra"', '$."extra"', '[1]', '$."extra"', '$."extra"', '[0]'],
  ],
  ['keyword', { keyword: { subject: 'a b' } }, 'matches(d ->> ?, ?)', ['$."subject"', words('keyword', 'a', 'b')]],
  ['fuzzy', { fuzzy: { subject: 'a b' } }, 'matches(d ->> ?, ?)', ['$."subject"', words('fuzzy', 'a', 'b')]],
  [
    'contains',
    { contains: { tags: 'x' } },
    "(CASE WHEN json_type(d, ?) IN ('array') THEN EXISTS (SELECT 1 FROM json_each(d, ?) WHERE type IN ('text') AND atom = ?) END)",
    ['$."tags"', '$."tags"', 'x'],
  ],
  [
    'contains a flag',
    { contains: { tags: true } },
    "(CASE WHEN json_type(d, ?) IN ('array') THEN EXISTS (SELECT 1 FROM json_each(d, ?) WHERE type IN ('true') AND 1) END)",
    ['$."tags"', '$."tags"'],
  ],
  [
    'any',
    { any: { tags: { eq: { 'a.b': null } } } },
    "(CASE WHEN json_type(d, ?) IN ('array') THEN EXISTS (SELECT 1 FROM json_each(d, ?) AS element0 WHERE element0.type = 'object' AND (ifnull(json_type(element0.value, ?), 'null') = 'null')) END)",
    ['$."tags"', '$."tags"', '$."a"."b"'],
  ],
  [
    'and, or, not',
    { or: [{ not: { eq: { id: 1 } } }, { and: [{ eq: { id: 2 } }, { eq: { id: 3 } }] }] },
    '(((d ->> ? + 0.0 = ?) IS NOT TRUE) OR ((d ->> ? + 0.0 = ?) AND (d ->> ? + 0.0 = ?)))',
    ['$."id"', 1, '$."id"', 2, '$."id"', 3],
  ],
])('compiles %s', (_, filter, text, parameters) => {
  expect(compiled(filter)).toEqual({ text, parameters });
});

it('compiles a pattern into a test, not into SQL', () => {
  const { text, parameters } = compiled({ like: { subject: "a%'b" } });
  expect(text).toBe('matches(d ->> ?, ?)');
  expect(JSON.parse(String(parameters[1]))).toMatchObject({ pattern: ['a', { wildcard: 'many' }, "'b"] });
});

it('keeps wide conditions shallow', () => {
  const { text } = compiled({ or: Array.from({ length: 499 }, (_, id) => ({ eq: { id } })) });
  let depth = 0;
  let deepest = 0;
  for (const character of text) {
    depth += Number(character === '(') - Number(character === ')');
    deepest = Math.max(deepest, depth);
  }
  expect(deepest).toBeLessThan(15);
});
