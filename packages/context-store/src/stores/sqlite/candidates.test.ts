import { expect, it } from 'vitest';
import { tickets } from '../../../test/stores/tickets.ts';
import type { Condition } from '../../query/condition.ts';
import { parseSearch } from '../../query/parse-search.ts';
import { type Candidates, type NarrowingScope, narrow } from './candidates.ts';
import { type EntityIndex, type EntityTable, entityNames, type IndexTarget, targetKey } from './entity-table.ts';
import { fuzzyMatch, keywordMatch } from './words-match.ts';

const targets: readonly IndexTarget[] = [
  { kind: 'order', path: ['id'], type: 'integer' },
  { kind: 'order', path: ['status'], type: 'string' },
  { kind: 'words', path: ['subject'], type: 'string' },
  { kind: 'parts', path: ['subject'], type: 'string' },
  { kind: 'members', path: ['tags'], type: 'any' },
];
const indexes = targets.map(
  (target, id): EntityIndex => ({ ...target, id, state: 'ready', filledTo: 0, name: `i${id}`, column: `f${id}` }),
);
const table: EntityTable = {
  ...entityNames('tickets'),
  layout: tickets,
  isCurrent: true,
  hasVeryNegative: false,
  indexes: new Map(indexes.map((index) => [targetKey(index), index])),
};

type Shown = string | null | { readonly [kind: string]: readonly Shown[] };

function shown(candidates: Candidates | null): Shown {
  if (candidates === null) return null;
  if (candidates.kind !== 'source') return { [candidates.kind]: candidates.parts.map(shown) };
  const parameters = [...candidates.source.query.parameters];
  return candidates.source.query.text.replaceAll(/\+?\?/g, () => JSON.stringify(parameters.shift()));
}

function parsed(filter: object): Condition {
  const query = parseSearch({ query: { filter } }, tickets);
  if (query.filter === null) throw new Error('no filter');
  return query.filter;
}

const scope: NarrowingScope = {
  table,
  wordsMatch: (kind, words) => (kind === 'keyword' ? keywordMatch(words) : fuzzyMatch(words, () => ['near'])),
};

function narrowed(filter: object) {
  const { candidates, missing } = narrow(parsed(filter), scope);
  return { candidates: shown(candidates), missing: missing.map(({ kind, path }) => [kind, ...path].join(' ')) };
}

const byId = (where: string) => `SELECT id FROM "tickets_records" INDEXED BY "i0" WHERE "f0" ${where}`;
const byStatus = (where: string) => `SELECT id FROM "tickets_records" INDEXED BY "i1" WHERE "f1" ${where}`;
const byWords = (match: string) => `SELECT rowid AS id FROM "i2" WHERE "i2" MATCH ${JSON.stringify(match)}`;
const byParts = (match: string) => `SELECT rowid AS id FROM "i3" WHERE "i3" MATCH ${JSON.stringify(match)}`;
const long = 'x'.repeat(300);

it.each<[string, object, Shown]>([
  ['eq', { eq: { id: 7 } }, byId('= 7')],
  ['eq null', { eq: { id: null } }, byId('IS NULL')],
  ['a range as one', { and: [{ gte: { id: 1 } }, { lt: { id: 9 } }] }, byId('>= 1 AND "f0" < 9')],
  ['a long text by its beginning', { gt: { status: long } }, byStatus(`>= ${JSON.stringify(long.slice(0, 200))}`)],
  ['keyword', { keyword: { subject: 'a b' } }, byWords('"a" OR "b"')],
  ['fuzzy', { fuzzy: { subject: 'order' } }, byWords('("order" * OR "near")')],
  ['fuzzy by its longer words', { fuzzy: { subject: 'an order' } }, byWords('("order" * OR "near")')],
  [
    'words of one field as one',
    { keyword: { subject: 'a' }, fuzzy: { subject: 'order' } },
    byWords('("a") AND (("order" * OR "near"))'),
  ],
  ['like', { like: { subject: '%Abcd%e_fgh' } }, byParts('"abc" AND "bcd" AND "fgh"')],
  ['like with a quotation mark', { like: { subject: 'a"b' } }, byParts('"a""b"')],
  [
    'contains',
    { contains: { tags: 'x' } },
    'SELECT DISTINCT id FROM (SELECT record AS id FROM "i4" WHERE value = "sx")',
  ],
  [
    'or',
    { or: [{ eq: { id: 1 } }, { keyword: { subject: 'a' } }] },
    { either: [byId('= 1'), byWords('"a"')].map(every) },
  ],
])('narrows by %s', (_, filter, expected) => {
  const whole = typeof expected === 'string' ? every(expected) : expected;
  expect(narrowed(filter)).toEqual({ candidates: whole, missing: [] });
});

it('narrows by each of several conditions, and by all together', () => {
  const { candidates } = narrowed({ eq: { status: 'open' }, gt: { id: 5 } });
  const both = `SELECT id FROM (${byStatus('= "open"')}) INTERSECT SELECT id FROM (${byId('> 5')})`;
  expect(candidates).toEqual({ every: [byStatus('= "open"'), byId('> 5'), both] });
});

it.each<[string, object, boolean]>([
  ['a number', { eq: { id: 7 } }, true],
  ['a null', { eq: { id: null } }, true],
  ['several', { in: { status: ['open', null] } }, true],
  ['a short text', { gt: { status: 'x'.repeat(199) } }, true],
  ['a text that is cut', { gt: { status: long } }, false],
  ['several with one that is cut', { in: { status: ['open', long] } }, false],
  ['a keyword', { keyword: { subject: 'a' } }, true],
  ['fuzzy words', { fuzzy: { subject: 'order' } }, true],
  ['fuzzy words, the short ones left out', { fuzzy: { subject: 'an order' } }, false],
  ['a pattern', { like: { subject: '%abcd%' } }, false],
  ['an element', { contains: { tags: 'x' } }, false],
])('knows whether an index tells all about %s', (_, filter, isCovered) => {
  const condition = parsed(filter);
  const { candidates } = narrow(condition, scope);
  const [source] = candidates?.kind === 'every' ? candidates.parts : [];
  expect(source?.kind === 'source' && source.source.covers).toEqual(isCovered ? [condition] : []);
});

it('does not take a member of another type for null', () => {
  const target: IndexTarget = { kind: 'order', path: ['requester', 'city'], type: 'string' };
  const index: EntityIndex = { ...target, id: 9, state: 'ready', filledTo: 0, name: 'i9', column: 'f9' };
  const condition = parsed({ eq: { 'requester.city': null } });
  const { candidates } = narrow(condition, {
    ...scope,
    table: { ...table, indexes: new Map([[targetKey(target), index]]) },
  });
  const [source] = candidates?.kind === 'every' ? candidates.parts : [];
  expect(source?.kind === 'source' && source.source.covers).toEqual([]);
});

it.each<[string, object, string[]]>([
  ['without an index', { eq: { score: 1 } }, ['order score']],
  ['in an open object', { eq: { 'requester.plan': 1 } }, ['members requester plan']],
  ['with one branch without an index', { or: [{ eq: { id: 1 } }, { like: { status: '%abc%' } }] }, ['parts status']],
  ['with a branch no index can serve', { or: [{ eq: { score: 1 } }, { not: { eq: { id: 1 } } }] }, []],
  ['negated', { not: { eq: { id: 1 } } }, []],
  ['by a short part', { like: { subject: '%ab%' } }, []],
  ['by elements', { any: { tags: { eq: { a: 1 } } } }, []],
])('does not narrow a condition %s', (_, filter, missing) => {
  expect(narrowed(filter)).toEqual({ candidates: null, missing });
});

function every(source: string): Shown {
  return { every: [source] };
}
