import type { Condition, SortKey } from '../../query/condition.ts';
import { flattened, isExactIn, isVeryNegativeNumber } from './candidates.ts';
import { parameterOf } from './condition-sql.ts';
import { pathOf } from './field-sql.ts';
import { commonRange, type RangeEnd, type ValueRange } from './record-walk.ts';

/** A filter divided into the range of the field that records are ordered by, and the rest. */
export interface DividedFilter {
  readonly range: ValueRange;
  readonly rest: readonly Condition[];
}

const unbounded: ValueRange = { lower: null, upper: null };

/** Separates the comparisons with the first key of an order from a filter, so that a walk covers only the range where they hold. */
export function divideFilter(filter: Condition | null, sort: readonly SortKey[]): DividedFilter {
  let range = unbounded;
  const rest: Condition[] = [];
  for (const condition of filter === null ? [] : flattened(filter)) {
    const own = rangeOf(condition, sort[0]);
    if (own === null) rest.push(condition);
    else range = commonRange(range, own);
  }
  return { range, rest };
}

function rangeOf(condition: Condition, first: SortKey | undefined): ValueRange | null {
  if (condition.kind !== 'compare' || first === undefined || condition.value === null) return null;
  if (pathOf(condition.field).join('\0') !== pathOf(first.field).join('\0')) return null;
  // The order uses only prefixes of texts.
  if (!isExactIn(condition.field, condition.value) || isVeryNegativeNumber(condition.value)) return null;
  const value = parameterOf(condition.value);
  const inclusive: RangeEnd = { value, isInclusive: true };
  const exclusive: RangeEnd = { value, isInclusive: false };
  switch (condition.operator) {
    case 'eq':
      return { lower: inclusive, upper: inclusive };
    case 'gt':
      return { lower: exclusive, upper: null };
    case 'gte':
      return { lower: inclusive, upper: null };
    case 'lt':
      return { lower: null, upper: exclusive };
    case 'lte':
      return { lower: null, upper: inclusive };
    case 'neq':
      return null;
  }
}
