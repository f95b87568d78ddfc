import { expect, it } from 'vitest';
import { type Candidate, rankRecords } from './rank-records.ts';

const candidate = (title: string, text = '', given: Partial<Candidate> = {}): Candidate => ({
  kind: title,
  title,
  texts: [text],
  about: '',
  time: '',
  ...given,
});

async function ranked(words: readonly string[], candidates: readonly Candidate[]): Promise<readonly string[]> {
  const found = await rankRecords(candidates, words, new Set(words));
  expect(found.every(({ score }) => score > 0 && score <= 1)).toBe(true);
  return found.map(({ candidate: { title, texts } }) => title || texts.join());
}

it('records with all words come before those with one of them, wherever it is', async () => {
  const one = candidate('Parcel parcel parcel', 'parcel');
  const both = candidate('Complaint', `${'many words '.repeat(50)}the parcel was late`);
  expect(await ranked(['late', 'parcel'], [one, both])).toEqual(['Complaint', 'Parcel parcel parcel']);
});

it('a word in the title counts more than one in the text', async () => {
  const [inText, inTitle] = [candidate('Notes', 'refund'), candidate('Refund', 'notes')];
  expect(await ranked(['refund'], [inText, inTitle])).toEqual(['Refund', 'Notes']);
});

it('an exact word counts more than a misspelt one', async () => {
  expect(await ranked(['lindholm'], [candidate('Lindolm'), candidate('Lindholm')])).toEqual(['Lindholm', 'Lindolm']);
});

it('among equals, the latest change comes first', async () => {
  const at = (time: string) => candidate('', 'refund', { kind: time, time });
  const found = await rankRecords([at('2'), at('3'), at('1')], ['refund'], new Set(['refund']));
  expect(found.map(({ candidate: { time } }) => time)).toEqual(['3', '2', '1']);
});

it('records of a kind with the same title do not hide others', async () => {
  const rows = Array.from({ length: 5 }, () => candidate('rain jacket', '', { kind: 'queries' }));
  const found = await ranked(['rain', 'jacket'], [...rows, candidate('Ridgeline rain jacket for the hills')]);
  expect(found.slice(0, 2)).toEqual(['rain jacket', 'Ridgeline rain jacket for the hills']);
});
