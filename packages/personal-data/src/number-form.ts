import type { Candidate, DetectedKind } from './candidate.ts';

/** A way to write a number that says something about a person. */
export interface NumberForm {
  readonly kind: DetectedKind;
  /** What the number begins with: a letter, `+`, `(`, or so many digits before anything else. */
  readonly first: 'letter' | '+' | '(' | readonly [min: number, max: number];
  /** Sticky; it fits at most some dozens of characters. */
  readonly expression: RegExp;
  readonly certainty: Candidate['certainty'];
  /** Whether the digits and letters, without what separates them and in capitals, are such a number. */
  readonly accepts: (plain: string, found: string) => boolean;
  /** Words of which one must precede the number, none that is about something else in between. */
  readonly after?: readonly RegExp[];
  /** Whether it may follow a word such as `order`. */
  readonly isAnywhere?: boolean;
}
