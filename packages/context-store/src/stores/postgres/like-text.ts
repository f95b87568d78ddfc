import type { LikePattern } from '../../query/condition.ts';

/** Returns a like pattern in the syntax of PostgreSQL's LIKE. */
export function likeText(pattern: LikePattern): string {
  return pattern
    .map((part) => (typeof part === 'string' ? part.replace(/[\\%_]/g, '\\$&') : part.wildcard === 'one' ? '_' : '%'))
    .join('');
}
