import { expect, it } from 'vitest';
import { sampleLayout, sampleTable } from '../../../test/postgres/sample-table.ts';
import { parseSearch } from '../../query/parse-search.ts';
import type { IndexKind } from './entity-table.ts';
import { wantedIndexes } from './indexes.ts';

type Existing = readonly (readonly [IndexKind, string])[];

const ofAmount: Existing = [['ordered', 'amount']];
const tag = { contains: { tags: 'a' } };

it.each<[string, Existing, object, readonly string[]]>([
  ['nothing for everything', [], {}, []],
  ['the field that is compared', [], { filter: { eq: { amount: 1 } } }, ['ordered amount']],
  ['nothing where it is there', ofAmount, { filter: { eq: { amount: 1 } } }, []],
  [
    'what is missing next to an index that did not narrow enough',
    ofAmount,
    { filter: { eq: { amount: 1 }, gt: { name: 'a' } } },
    ['ordered name'],
  ],
  ['every side of an or', ofAmount, { filter: { or: [{ eq: { amount: 1 } }, tag] } }, ['members tags']],
  ['nothing for an or that no index narrows', [], { filter: { or: [{ neq: { amount: 1 } }, tag] } }, []],
  ['nothing for a not', [], { filter: { not: tag } }, []],
  ['parts of a text', [], { filter: { like: { name: '%abc%' } } }, ['parts name']],
  ['nothing for parts too short', [], { filter: { like: { name: '%ab%' } } }, []],
  ['the filter before the order', [], { filter: tag, sort: [{ amount: 'asc' }] }, ['members tags']],
  ['the order', [], { sort: [{ amount: 'desc' }] }, ['ordered amount']],
  ['the descending order in full', ofAmount, { sort: [{ amount: 'desc' }] }, ['descending amount']],
  ['nothing for the ascending one', ofAmount, { sort: [{ amount: 'asc' }] }, []],
  ['nothing for that of a member', [], { sort: [{ 'customer.city': 'asc' }] }, []],
])('wants %s', (_, existing, query, expected) => {
  const wanted = wantedIndexes(sampleTable(...existing), parseSearch({ query }, sampleLayout));
  expect(wanted.map(({ kind, columns }) => `${kind} ${columns.field.name}`)).toEqual(expected);
});
