import type { LikePattern } from '../../query/condition.ts';

/** Writes a like pattern as PostgreSQL's LIKE takes it. */
export function likeText(pattern: LikePattern): string {
  return pattern
    .map((part) => (typeof part === 'string' ? part.replace(/[\\%_]/g, '\\$&') : part.wildcard === 'one' ? '_' : '%'))
    .join('');
}
