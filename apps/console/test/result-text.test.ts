import { expect, it } from 'vitest';
import { parseExact } from '../src/gateway/execute.ts';
import { csvOf } from '../src/results/csv.ts';
import { shownValue, timeOf } from '../src/results/shown-value.ts';
import { doneText, titleOf } from '../src/run/action-words.ts';
import { textConditions } from '../src/search/text-condition.ts';

it('writes records as CSV that a spreadsheet shows and does not run', () => {
  const records = parseExact(
    '[{"id":12345678901234567890,"note":"=HYPERLINK(\\"x\\")","total":"-12.50","due":1730614200,"tags":["a"]}]',
  ) as Record<string, unknown>[];
  const columns = ['id', 'note', 'total', 'due', 'tags', 'none'].map((name) => ({
    name,
    facts: name === 'due' ? { format: 'unix-seconds' } : {},
  }));
  expect(csvOf(records, columns)).toBe(
    'id,note,total,due,tags,none\r\n' +
      `12345678901234567890,"'=HYPERLINK(""x"")",-12.50,2024-11-03T06:10:00.000Z,"[""a""]",\r\n`,
  );
});

it.each([
  [1_730_614_200, 'unix-seconds'],
  ['1730614200', 'unix-seconds'],
  [1_730_614_200_000, 'unix-milliseconds'],
  ['1730614200.000000', 'unix-decimal'],
  ['2024-11-03T06:10:00Z', 'iso-8601'],
  ['2024-11-03 06:10:00', 'iso-8601'],
  ['2024-11-03T01:10:00-05:00', 'iso-8601'],
  ['Sun, 03 Nov 2024 06:10:00 +0000', 'rfc-2822'],
])('reads the time %j in the format %s', (value, format) => {
  expect(timeOf(value, format)?.toISOString()).toBe('2024-11-03T06:10:00.000Z');
});

it.each([
  ['', 'unix-seconds'],
  ['soon', 'iso-8601'],
  [null, 'unix-seconds'],
  [1e300, 'unix-seconds'],
])('reads no time in %j', (value, format) => {
  expect(timeOf(value, format)).toBeUndefined();
});

it('shows an amount in the currency of its record', () => {
  const facts = { format: 'minor-units' };
  expect(shownValue(20_900, facts, { currency: 'usd' })).toMatch(/209[.,]00/);
  expect(shownValue(500, facts, { currency: 'jpy' })).toMatch(/500/);
  expect(shownValue(500, facts, { currency: 'none of them' })).toBeUndefined();
  expect(shownValue(500, facts, {})).toBeUndefined();
});

it.each([
  ['Create a customer', 'Customer created'],
  ['Permanently delete a customer and cancel its subscriptions', 'Customer deleted'],
  ['Finalize a draft invoice, so that it can be paid; it cannot be edited afterwards', 'Draft invoice finalized'],
  ['Send a message to a channel or a person', 'Message sent'],
  ['Cancel a subscription immediately', 'Subscription canceled'],
  ['Rename, enable or pause campaigns; enabled campaigns spend money', 'Done: Rename, enable or pause campaigns'],
])('says of "%s" that it is done', (summary, done) => {
  expect(doneText(summary)).toBe(done);
});

it('takes the first clause of a summary as the title', () => {
  expect(titleOf('Change a user; omitted fields stay unchanged')).toEqual({
    title: 'Change a user',
    rest: 'Omitted fields stay unchanged.',
  });
});

it('searches for each word in the text fields, names first, and for a number in the key', () => {
  const field = { nullable: true };
  const fields = [
    { ...field, name: 'id', type: 'integer' },
    { ...field, name: 'note', type: 'string' },
    { ...field, name: 'created', type: 'string', format: 'iso-8601' as const },
    { ...field, name: 'name', type: 'string' },
  ];
  expect(textConditions('Ada, 17', fields, 'id')).toEqual([
    { or: [{ fuzzy: { name: 'Ada' } }, { fuzzy: { note: 'Ada' } }] },
    { or: [{ fuzzy: { name: '17' } }, { fuzzy: { note: '17' } }, { eq: { id: 17 } }] },
  ]);
  expect(textConditions('?!', fields, 'id')).toEqual([]);
});
