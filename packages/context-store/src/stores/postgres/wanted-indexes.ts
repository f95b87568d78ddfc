import type { Condition, LikePattern, SearchQuery } from '../../query/condition.ts';
import { type EntityTable, type FieldColumns, hasIndex, type IndexKind } from './entity-table.ts';
import type { Comparison } from './filter-sql.ts';
import { requiredParts } from './required-parts.ts';

/** An index that would have saved a search from reading every record. */
export interface WantedIndex {
  readonly kind: IndexKind;
  readonly columns: FieldColumns;
}

/** Whether an index serves a condition, and which indexes could. */
interface Assessment {
  readonly isServed: boolean;
  readonly wanted: readonly WantedIndex[];
}

const served: Assessment = { isServed: true, wanted: [] };
const unserved: Assessment = { isServed: false, wanted: [] };
const shortestPart = 3;

/**
 * Returns the indexes that a slow query lacks: those of its filter, even if another index already narrows it (too little), otherwise that
 * of its order. Empty if no index could help.
 */
export function wantedIndexes(table: EntityTable, { filter, sort }: SearchQuery): readonly WantedIndex[] {
  const ofFilter = filter === null ? unserved : assess(table, filter);
  if (ofFilter.wanted.length > 0) return ofFilter.wanted;
  const [first] = sort;
  const columns = first === undefined ? undefined : table.columns.get(first.field.root);
  if (first === undefined || columns === undefined || columns.kind === 'json') return [];
  const inOrder = indexed(table, 'ordered', columns);
  if (!inOrder.isServed || columns.kind === 'boolean' || first.direction === 'asc') return inOrder.wanted;
  return indexed(table, 'descending', columns).wanted;
}

/** Whether an index narrows a filter. */
export function isNarrowed(table: EntityTable, filter: Condition): boolean {
  return assess(table, filter).isServed;
}

/** Whether an index of words or of values inside JSON serves a comparison. */
export function isServedByContent(table: EntityTable, condition: Comparison): boolean {
  const columns = table.columns.get(condition.field.root);
  if (columns === undefined) return false;
  const isContent = columns.kind === 'json' || ['keyword', 'fuzzy'].includes(condition.kind);
  return isContent && assessComparison(table, condition, columns).isServed;
}

function assess(table: EntityTable, condition: Condition): Assessment {
  switch (condition.kind) {
    case 'not':
      return unserved;
    case 'and': {
      const parts = condition.conditions.map((one) => assess(table, one));
      return { ...joined(parts), isServed: parts.some(({ isServed }) => isServed) };
    }
    case 'or': {
      const parts = condition.conditions.map((one) => assess(table, one));
      if (!parts.every(({ isServed, wanted }) => isServed || wanted.length > 0)) return unserved;
      return { ...joined(parts), isServed: parts.every(({ isServed }) => isServed) };
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

function joined(parts: readonly Assessment[]): Pick<Assessment, 'wanted'> {
  return { wanted: parts.flatMap(({ wanted }) => wanted) };
}

function hasPart(pattern: LikePattern): boolean {
  return pattern.some((part) => typeof part === 'string' && part.length >= shortestPart);
}
