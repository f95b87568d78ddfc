import type { Condition } from '../../query/condition.ts';
import { wordMatcher } from '../../query/fuzzy-match.ts';
import { matchesLike } from '../../query/like-match.ts';
import { fold, words } from '../../query/words.ts';
import type { ConnectionFile } from './connection-file.ts';
import type { Deadline } from './deadline.ts';
import { type Fragment, sql } from './fragment.ts';
import { textPrefilter } from './text-prefilter.ts';

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
