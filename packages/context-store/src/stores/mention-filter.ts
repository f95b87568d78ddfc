import type { MentionQuery } from './context-store.ts';

const number = /-?\d[\d.eE+-]*/g;

/** Returns a function that tells whether the JSON text of a document may mention one of the texts or values. */
export function mentionFilter({ texts, values }: Pick<MentionQuery, 'texts' | 'values'>): (json: string) => boolean {
  const strings = new Set(values.map((value) => JSON.stringify(value).slice(1, -1)));
  const hasValue = (json: string) =>
    // A string without quotes inside stands between two of them.
    json.split('"').some((part) => strings.has(part)) ||
    (json.match(number)?.some((digits) => strings.has(digits)) ?? false) ||
    (json.includes('\\"') && values.some((value) => json.includes(JSON.stringify(value))));
  return (json) => {
    const lower = texts.length === 0 ? '' : json.toLowerCase();
    return texts.some((text) => lower.includes(text)) || (strings.size > 0 && hasValue(json));
  };
}
