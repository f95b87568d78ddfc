import { writeExactly } from '@connectory/exact-json';
import { fold, words } from '../../query/stored-text.ts';
import type { StoredValue } from '../context-store.ts';

/** Ends the words of a searchable text; no word contains it. */
const endOfWords = '\u0001';
const endOfWordsSql = 'chr(1)';
const beyondAscii = /[^\0-\x7f]/;

/** A JSON value with the SQL of its searchable texts, which is null if they are ASCII only. */
export interface JsonText {
  readonly value: string;
  readonly texts: string;
}

/**
 * Precomputes what `fold` and `words` return and PostgreSQL cannot compute: a value of the same shape as a JSON value, in which every text
 * is replaced by its words, separated by spaces, and its folded form. Null if all texts are ASCII, for which SQL computes the same.
 */
export function searchableTexts(value: StoredValue): StoredValue {
  return beyondAscii.test(writeExactly(value)) ? withSearchableTexts(value) : null;
}

function withSearchableTexts(value: StoredValue): StoredValue {
  if (typeof value === 'string') return ` ${words(value).join(' ')} ${endOfWords}${fold(value)}`;
  if (typeof value !== 'object' || value === null) return null;
  if (isList(value)) return value.map(withSearchableTexts);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withSearchableTexts(member)]));
}

/** Every word of every text inside a JSON value. */
export function wordsWithin(value: StoredValue): readonly string[] {
  if (typeof value === 'string') return words(value);
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(wordsWithin);
}

/** SQL of the folded text of a JSON value; null if it is not a text. */
export function foldedJson({ value, texts }: JsonText): string {
  const stored = `substr(${texts} #>> '{}', strpos(${texts} #>> '{}', ${endOfWordsSql}) + 1)`;
  return ifText(value, `coalesce(${stored}, lower((${value} #>> '{}') collate "C"))`);
}

/** SQL of the words of a JSON value, each between spaces; null if it is not a text. */
export function spacedWords({ value, texts }: JsonText): string {
  const stored = `split_part(${texts} #>> '{}', ${endOfWordsSql}, 1)`;
  const computed = `' ' || regexp_replace(lower((${value} #>> '{}') collate "C"), '[^a-z0-9]+', ' ', 'g') || ' '`;
  return ifText(value, `coalesce(${stored}, ${computed})`);
}

function ifText(value: string, text: string): string {
  return `(case when jsonb_typeof(${value}) = 'string' then ${text} end)`;
}

function isList(value: StoredValue): value is readonly StoredValue[] {
  return Array.isArray(value);
}
