import { expect, it } from 'vitest';
import { relevantText, snippetOf } from './excerpt.ts';

it('a text is read without tags and entities of HTML', () => {
  expect(relevantText('<p>Late&nbsp;parcel</p>\n<br> of &amp; Co', [])).toBe('Late parcel of & Co');
});

it('of a long text, the beginning and what surrounds the words is kept', () => {
  const text = relevantText(`${'begin '.repeat(500)}${'filler '.repeat(2_000)}a parcel here ${'end '.repeat(500)}`, [
    'parcel',
  ]);
  expect(text.startsWith('begin begin')).toBe(true);
  expect(text).toContain('a parcel here');
  expect(text.length).toBeLessThan(1_000);
});

it('the snippet is of the text with the most words, around the first of them', () => {
  const long = `${'before '.repeat(60)}the late parcel of Acme${' after'.repeat(60)}`;
  const snippet = snippetOf(['a parcel', long], ['late', 'parcel']);
  expect(snippet).toMatch(/^….*the late parcel of Acme.*…$/);
  expect(snippet.length).toBeLessThanOrEqual(202);
});

it('there is no snippet where no text has a word', () => {
  expect(snippetOf(['something else'], ['parcel'])).toBe('');
});
