import { expect, it } from 'vitest';
import { reshapeRecords } from './send-envelope.ts';

const noNames = new Map<string, string>();
const text = (records: string, absentForNull: readonly string[], names = noNames) =>
  reshapeRecords(Buffer.from(records), { absentForNull, names }).toString();

it('leaves out the named fields of records where they are null, and nothing within them', () => {
  const records = '[{"id":1,"sources":null,"phone":null},{"id":2,"sources":"x","metadata":{"sources":null}}]';
  expect(text(records, ['sources'])).toBe('[{"id":1,"phone":null},{"id":2,"sources":"x","metadata":{"sources":null}}]');
  expect(text('[{"sources": null}]', ['sources'])).toBe('[{}]');
});

it('returns fields under further names as well, with every number as it was written', () => {
  const names = new Map([
    ['createdAt', 'created_at'],
    ['total.net', 'total_net'],
  ]);
  expect(text('[{"createdAt":null,"total.net":1.10},{"total":{"net":1e400}}]', [], names)).toBe(
    '[{"createdAt":null,"total.net":1.10,"created_at":null,"total_net":1.10},{"total":{"net":1e400}}]',
  );
});

it('passes on what has none of them, byte for byte', () => {
  const records = Buffer.from('[ {"id" : 1.0, "phone":null} ]');
  expect(reshapeRecords(records, { absentForNull: ['sources'], names: new Map([['aB', 'a_b']]) })).toBe(records);
  expect(reshapeRecords(records, { absentForNull: [], names: noNames })).toBe(records);
});
