import type { ConnectorEntity } from '@connectory/client';
import type { SearchField } from '../conditions/filter.ts';

const nameLike = /(?:^|[._])(?:name|title|subject|summary|email|label|login|description|body|text)$/i;
const maxFields = 20;
// spec/search.md: a filter searches for at most a hundred texts.
const maxTexts = 100;

/** The fields that a text is looked for in: names first. */
export function textFields(fields: readonly SearchField[]): readonly SearchField[] {
  const texts = fields.filter(({ type, format }) => type === 'string' && format === undefined);
  const named = texts.filter(({ name }) => nameLike.test(name));
  return [...named, ...texts.filter((field) => !named.includes(field))].slice(0, maxFields);
}

/** The conditions of a text: each of its words, or a similar one, is in one of the text fields, or is the number that is the key. */
export function textConditions(text: string, fields: readonly SearchField[], key: ConnectorEntity['key']): object[] {
  const words = [...new Set(text.match(/[\p{L}\p{M}\p{N}]+/gu))].slice(0, maxTexts);
  const searched = textFields(fields).slice(0, Math.floor(maxTexts / Math.max(1, words.length)));
  const keys = fields.filter(({ name, type }) => type === 'integer' && [key].flat().includes(name));
  if (searched.length === 0 && keys.length === 0) return [];
  return words.map((word) => ({
    or: [
      ...searched.map(({ name }) => ({ fuzzy: { [name]: word } })),
      ...(/^\d{1,15}$/.test(word) ? keys.map(({ name }) => ({ eq: { [name]: Number(word) } })) : []),
    ],
  }));
}
