import type { Condition } from './condition.ts';
import type { Document } from './evaluate.ts';

/** Documents to filter in a thread; null, where a record does not exist, never matches. */
export interface FilterJob {
  readonly condition: Condition;
  readonly documents: readonly (Document | null)[];
}
