import type { Condition, LikePattern, SearchQuery } from '../../query/condition.ts';
import { type EntityTable, type FieldColumns, hasIndex, type IndexKind } from './entity-table.ts';
import type { Comparison } from './filter-sql.ts';
import { requiredParts } from './required-parts.ts';

/** An index that would have spared a search from reading every record. */
export interface WantedIndex {
  readonly kind: IndexKind;
  readonly columns: FieldColumns;
}

/** Whether an index serves a condition, and which indexes would. */
interface Assessment {
  readonly isServed: boolean;
  readonly wanted: readonly WantedIndex[];
}

const served: Assessment = { isServed: true, wanted: [] };
const unserved: Assessment = { isServed: false, wanted: [] };
const shortestPart = 3;

/** The indexes a query lacks; none when one index narrows it already, or none could. */
export function wantedIndexes(table: EntityTable, { filter, sort }: SearchQuery): readonly WantedIndex[] {
  const ofFilter = filter === null ? unserved : assess(table, filter);
  if (ofFilter.isServed) return [];
  if (ofFilter.wanted.length > 0) return ofFilter.wanted;
  const [first] = sort;
  const columns = first === undefined ? undefined : table.columns.get(first.field.root);
  return columns === undefined || columns.kind === 'json' ? [] : indexed(table, 'ordered', columns).wanted;
}

/** Whether an index narrows a filter. */
export function isNarrowed(table: EntityTable, filter: Condition): boolean {
  return assess(table, filter).isServed;
}

function assess(table: EntityTable, condition: Condition): Assessment {
  switch (condition.kind) {
    case 'not':
      return unserved;
    case 'and': {
      const parts = condition.conditions.map((one) => assess(table, one));
      return parts.some(({ isServed }) => isServed) ? served : joined(parts);
    }
    case 'or': {
      const parts = condition.conditions.map((one) => assess(table, one));
      if (parts.every(({ isServed }) => isServed)) return served;
      return parts.every(({ isServed, wanted }) => isServed || wanted.length > 0) ? joined(parts) : unserved;
    }
    default: {
      const columns = table.columns.get(condition.field.root);
      return columns === undefined ? unserved : assessComparison(table, condition, columns);
    }
  }
}

function assessComparison(table: EntityTable, condition: Comparison, columns: FieldColumns): Assessment {
  if (columns.kind === 'json') {
    return requiredParts(condition).length > 0 ? indexed(table, 'members', columns) : unserved;
  }
  switch (condition.kind) {
    case 'compare':
      return condition.operator === 'neq' ? unserved : indexed(table, 'ordered', columns);
    case 'in':
      return indexed(table, 'ordered', columns);
    case 'like':
      return hasPart(condition.pattern) ? indexed(table, 'parts', columns) : unserved;
    default:
      return served;
  }
}

function indexed(table: EntityTable, kind: IndexKind, columns: FieldColumns): Assessment {
  return hasIndex(table, kind, columns) ? served : { isServed: false, wanted: [{ kind, columns }] };
}

function joined(parts: readonly Assessment[]): Assessment {
  return { isServed: false, wanted: parts.flatMap(({ wanted }) => wanted) };
}

function hasPart(pattern: LikePattern): boolean {
  return pattern.some((part) => typeof part === 'string' && part.length >= shortestPart);
}
