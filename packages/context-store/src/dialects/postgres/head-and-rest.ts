import { sortedLength } from '../../query/bounds.ts';
import { firstCodePoints } from '../../query/stored-text.ts';

/** A text as its two columns hold it. */
export interface HeadAndRest {
  readonly head: string;
  /** Null for a text shorter than the head may be, so that a short operand can never equal the head of a longer text. */
  readonly rest: string | null;
}

/**
 * Splits a text after its first 200 code points (`sortedLength`), which is what texts are sorted by and what fits an index. Comparing
 * heads first and rests second compares the texts.
 */
export function headAndRest(text: string): HeadAndRest {
  if (text.length < sortedLength) return { head: text, rest: null };
  const head = firstCodePoints(text, sortedLength);
  const isShorter = head.length === text.length && Array.from(head).length < sortedLength;
  return { head, rest: isShorter ? null : text.slice(head.length) };
}
