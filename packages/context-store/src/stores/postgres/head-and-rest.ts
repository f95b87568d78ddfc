import { sortedLength } from '../../query/bounds.ts';
import { firstCodePoints } from '../../query/stored-text.ts';

/** A text as stored in its two columns. */
export interface HeadAndRest {
  readonly head: string;
  /** Null for a text shorter than the maximum head, so that a short operand never equals the head of a longer text. */
  readonly rest: string | null;
}

/**
 * Splits a text after its first 200 code points (`sortedLength`): texts are sorted by this head, and it fits into an index. Comparing
 * heads, then rests, compares the texts.
 */
export function headAndRest(text: string): HeadAndRest {
  if (text.length < sortedLength) return { head: text, rest: null };
  const head = firstCodePoints(text, sortedLength);
  const isShorter = head.length === text.length && Array.from(head).length < sortedLength;
  return { head, rest: isShorter ? null : text.slice(head.length) };
}
