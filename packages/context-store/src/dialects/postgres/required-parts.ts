import type { Condition, FieldReference, Scalar } from '../../query/condition.ts';

/**
 * What a JSON element must contain to satisfy a condition, as values for PostgreSQL's `@>`; the element may contain all of them and not
 * satisfy it. Empty when nothing is certain.
 */
export function requiredParts(condition: Condition): readonly unknown[] {
  switch (condition.kind) {
    case 'and':
      return condition.conditions.flatMap(requiredParts);
    case 'compare':
      // The same decimal may be written in several ways.
      if (condition.field.type === 'decimal') return [];
      return condition.operator === 'eq' && condition.value !== null ? [at(condition.field, condition.value)] : [];
    case 'contains':
      return [at(condition.field, [condition.value])];
    case 'any':
      return requiredParts(condition.condition).map((part) => at(condition.field, [part]));
    default:
      return [];
  }
}

/** A value inside the objects that a path leads through. */
function at({ below }: Pick<FieldReference, 'below'>, value: Scalar | readonly unknown[]): unknown {
  return below.reduceRight<unknown>((inner, name) => Object.fromEntries([[name, inner]]), value);
}
