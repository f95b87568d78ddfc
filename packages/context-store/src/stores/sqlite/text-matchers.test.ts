import { expect, it } from 'vitest';
import { likePattern } from '../../query/like-match.ts';
import { fold, words } from '../../query/stored-text.ts';
import { textPrefilter } from './conditions.ts';
import { verbatim } from './fragment.ts';

const field = { root: 'subject', below: [], type: 'string' } as const;
const like = (operand: string) => textPrefilter(verbatim('t'), { kind: 'like', field, pattern: likePattern(operand) });
const keyword = (operand: string) => textPrefilter(verbatim('t'), { kind: 'keyword', field, words: words(operand) });

it.each<[string, string, boolean]>([
  ['%Refund_for%', '%refund%', false],
  ['refund', '%refund%', true],
  ['refund%', '%refund%', false],
  ['50\\%_off', '%50\\%%', false],
  ['a\\_b', '%a\\_b%', true],
  ['kiosk', '%__os_%', false],
  ['%über geld%', '%ber geld%', false],
  ['y'.repeat(100), `%${'y'.repeat(40)}%`, false],
])('looks for a part of the pattern %j', (operand, pattern, isExact) => {
  const condition = { text: "t LIKE ? ESCAPE '\\'", parameters: [pattern] };
  expect(like(operand)).toEqual({ condition, isExact });
});

it.each(['%é%', 'x', '%_%'])('knows no part of the pattern %j', (operand) => {
  expect(like(operand)).toBeNull();
});

it('looks for each of some words', () => {
  const condition = {
    text: "(t LIKE ? ESCAPE '\\' OR (t LIKE ? ESCAPE '\\' OR length(t) < octet_length(t)))",
    parameters: ['%pay%', '%refund%'],
  };
  expect(keyword('Pay refund')).toEqual({ condition, isExact: false });
  expect(keyword('pay 支払')).toBeNull();
  expect(keyword('a b c d e f g h i j')).toBeNull();
});

it('finds letters that fold to ASCII', () => {
  const folding = Array.from({ length: 0x10ffff }, (_, code) => code)
    .filter((code) => code > 0x7f && (code < 0xd800 || code > 0xdfff))
    .map((code) => String.fromCodePoint(code))
    .filter((character) => /[ -~]/.test(fold(character)));
  expect(folding).toEqual(['\u0130', '\u212a']);
});
