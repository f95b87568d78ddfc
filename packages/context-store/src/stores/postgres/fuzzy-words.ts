import type { Condition } from '../../query/condition.ts';

/** The words of all fuzzy operands of a filter. */
export function fuzzyWords(filter: Condition | null): readonly string[] {
  return filter === null ? [] : [...new Set(wordsOf(filter))];
}

function wordsOf(condition: Condition): readonly string[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.conditions.flatMap(wordsOf);
    case 'not':
    case 'any':
      return wordsOf(condition.condition);
    case 'fuzzy':
      return condition.words;
    default:
      return [];
  }
}
