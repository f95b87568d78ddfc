import type { Condition, LikePattern } from '../../query/condition.ts';
import { wordMatcher } from '../../query/fuzzy-match.ts';
import { matchesLike } from '../../query/like-match.ts';
import { fold, words } from '../../query/words.ts';
import type { ConnectionFile } from './connection-file.ts';
import type { Deadline } from './deadline.ts';
import { type Fragment, some, sql } from './fragment.ts';

/** A condition on the text of a field. */
export type TextCondition = Extract<Condition, { readonly kind: 'like' | 'keyword' | 'fuzzy' }>;

type TextTest = (text: string) => boolean;

/**
 * The text conditions of the current search as a SQL function. It compares texts with the same code as the reference evaluator, and
 * receives the number of a test, never the operand.
 */
export class TextMatchers {
  #tests: TextTest[] = [];

  constructor({ connection }: ConnectionFile, deadline: Deadline) {
    connection.function(
      'connectory_matches',
      { deterministic: true, directOnly: true },
      (text: unknown, test: unknown) => {
        // A document may contain any number of texts.
        deadline.check();
        return typeof text === 'string' && this.#tests[Number(test)]?.(text) === true ? 1 : 0;
      },
    );
  }

  /** Forgets the tests of the previous search. */
  clear(): void {
    this.#tests = [];
  }

  /** Returns SQL that tests whether the value of `text` satisfies a condition. Null satisfies none. */
  matches(text: Fragment, condition: TextCondition): Fragment {
    const prefilter = textPrefilter(text, condition);
    if (prefilter?.isExact) return prefilter.condition;
    this.#tests.push(textTest(condition));
    const matches = sql`connectory_matches(${text}, ${this.#tests.length - 1})`;
    return prefilter === null ? matches : sql`(${prefilter.condition} AND ${matches})`;
  }
}

function textTest(condition: TextCondition): TextTest {
  switch (condition.kind) {
    case 'like':
      return (text) => matchesLike(condition.pattern, fold(text));
    case 'keyword': {
      const wanted = new Set(condition.words);
      return (text) => words(text).some((word) => wanted.has(word));
    }
    case 'fuzzy': {
      const matchers = condition.words.map(wordMatcher);
      return (text) => {
        const found = words(text);
        return matchers.every((matcher) => found.some(matcher));
      };
    }
  }
}

const maxPatterns = 8;
const minLength = 2;
const maxLength = 40;

/** A test that SQLite runs natively. */
export interface TextPrefilter {
  readonly condition: Fragment;
  /** Whether it holds only for texts that satisfy the condition. */
  readonly isExact: boolean;
}

/**
 * Returns a condition that SQLite tests natively, several times faster than our function. It holds for every text that satisfies
 * `condition`, and for some others. Null if there is none.
 */
export function textPrefilter(text: Fragment, condition: TextCondition): TextPrefilter | null {
  if (condition.kind === 'fuzzy') return null;
  if (condition.kind === 'like') {
    const [best = ''] = condition.pattern
      .flatMap((part) => (typeof part === 'string' ? asciiPart(part) : []))
      .toSorted((one, other) => other.length - one.length);
    if (best.length < minLength) return null;
    return { condition: hasPart(text, best), isExact: isPartOnly(condition.pattern, best) };
  }
  const parts = condition.words.map(asciiPart);
  if (parts.length > maxPatterns || parts.some((part) => part.length < minLength)) return null;
  // Combining accents can occur between the letters of a word.
  const hasOthers = sql`length(${text}) < octet_length(${text})`;
  return { condition: some([...parts.map((part) => hasPart(text, part)), hasOthers]), isExact: false };
}

function isPartOnly(pattern: LikePattern, part: string): boolean {
  const [before, text, after] = pattern;
  return isMany(before) && text === part && isMany(after) && pattern.length === 3 && !/[ik]/.test(part);
}

function isMany(part: LikePattern[number] | undefined): boolean {
  return typeof part === 'object' && part.wildcard === 'many';
}

// SQLite ignores case only for ASCII letters.
function asciiPart(text: string): string {
  const parts = text.match(/[ -~]+/g) ?? [];
  const [best = ''] = parts.toSorted((one, other) => other.length - one.length);
  return best.slice(0, maxLength);
}

// U+0130 and U+212A are the non-ASCII letters that fold to ASCII: to i and k.
function hasPart(text: Fragment, part: string): Fragment {
  const pattern = part.replaceAll(/[\\%_]/g, '\\$&').replaceAll(/[ik]/g, '_');
  return sql`${text} LIKE ${`%${pattern}%`} ESCAPE '\\'`;
}
