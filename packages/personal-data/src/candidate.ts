/** What can be found. */
export const detectedKinds = ['email', 'phone', 'iban', 'card', 'national_id', 'ip', 'secret'] as const;

/** A kind of personal data, or `secret`. */
export type DetectedKind = (typeof detectedKinds)[number];

/** Part of a text, in UTF-16 units. */
export interface Detection {
  readonly kind: DetectedKind;
  readonly start: number;
  readonly end: number;
}

/** How certain a find is, from the most certain on: a key of a known form, check digits, a form of its own, and one that others share. */
export const certainties = ['unmistakable', 'checked', 'form', 'shared'] as const;

/** A find that counts unless it overlaps a more certain one. */
export interface Candidate extends Detection {
  readonly certainty: (typeof certainties)[number];
}

/** All matches of a global expression. Most texts have none, and to find that out is faster without the copy of it that `matchAll` makes. */
export function matchesOf(expression: RegExp, text: string): Iterable<RegExpExecArray> {
  expression.lastIndex = 0;
  const hasMatch = expression.test(text);
  expression.lastIndex = 0;
  return hasMatch ? text.matchAll(expression) : [];
}
