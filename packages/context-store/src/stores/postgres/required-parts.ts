import type { Condition, FieldReference, Scalar } from '../../query/condition.ts';

/**
 * Returns what a JSON element must contain to satisfy a condition, as values for PostgreSQL's `@>`. This is necessary but not sufficient.
 * Empty if nothing can be required.
 */
export function requiredParts(condition: Condition): readonly unknown[] {
  switch (condition.kind) {
    case 'and':
      return condition.conditions.flatMap(requiredParts);
    case 'compare':
      // The same decimal can be written in several ways.
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

/** Wraps a value in the objects along a path. */
function at({ below }: Pick<FieldReference, 'below'>, value: Scalar | readonly unknown[]): unknown {
  return below.reduceRight<unknown>((inner, name) => Object.fromEntries([[name, inner]]), value);
}
