import { expect, it } from 'vitest';
import { leaveOutNulls } from './leave-out-nulls.ts';

const text = (records: string, ...fields: string[]) => leaveOutNulls(Buffer.from(records), fields).toString();

it('leaves out the named fields of records where they are null, and nothing within them', () => {
  const records = '[{"id":1,"sources":null,"phone":null},{"id":2,"sources":"x","metadata":{"sources":null}}]';
  expect(text(records, 'sources')).toBe('[{"id":1,"phone":null},{"id":2,"sources":"x","metadata":{"sources":null}}]');
  expect(text('[{"sources": null}]', 'sources')).toBe('[{}]');
});

it('passes on what has none of them, byte for byte', () => {
  const records = Buffer.from('[ {"id" : 1.0, "phone":null} ]');
  expect(leaveOutNulls(records, ['sources'])).toBe(records);
  expect(leaveOutNulls(records, [])).toBe(records);
});
