import type { StoredRecord, StoredValue } from '../stores/context-store.ts';
import type { ComparisonOperator, Condition, FieldReference, Scalar } from './condition.ts';
import { compareNumbers, isNumber } from './exact-number.ts';
import { isKeyed, keyOf } from './field-type.ts';
import { matchesFuzzy, matchesKeyword } from './fuzzy-match.ts';
import { matchesLike } from './like-match.ts';
import { compareText, fold } from './stored-text.ts';

/** The values on which conditions are evaluated: a stored document, or one element of an array. */
export type Document = StoredRecord['document'];

/**
 * Whether a document matches a condition. This defines the search language (spec/search.md): both stores return exactly the same results.
 */
export function evaluate(condition: Condition, document: Document): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.conditions.every((one) => evaluate(one, document));
    case 'or':
      return condition.conditions.some((one) => evaluate(one, document));
    case 'not':
      return !evaluate(condition.condition, document);
    case 'compare':
      return compares(condition.operator, comparedValue(condition.field, document), condition.value);
    case 'in': {
      const value = comparedValue(condition.field, document);
      return condition.values.some((one) => isEqual(value, one));
    }
    case 'like': {
      const value = fieldValue(condition.field, document);
      return typeof value === 'string' && matchesLike(condition.pattern, fold(value));
    }
    case 'keyword': {
      const value = fieldValue(condition.field, document);
      return typeof value === 'string' && matchesKeyword(condition.words, value);
    }
    case 'fuzzy': {
      const value = fieldValue(condition.field, document);
      return typeof value === 'string' && matchesFuzzy(condition.words, value);
    }
    case 'contains': {
      const value = fieldValue(condition.field, document);
      return isArray(value) && value.some((element) => isEqual(element, condition.value));
    }
    case 'any': {
      const value = fieldValue(condition.field, document);
      return isArray(value) && value.some((element) => isObject(element) && evaluate(condition.condition, element));
    }
  }
}

/** The value of a field for comparing and sorting: the key of a decimal or time, null for a value that is none. */
export function comparedValue(field: FieldReference, document: Document): StoredValue {
  const value = fieldValue(field, document);
  return isKeyed(field.type) ? keyOf(field.type, value) : value;
}

/** The value of a field reference; null if there is none, or the path leaves the objects. */
export function fieldValue(field: FieldReference, document: Document): StoredValue {
  const start: StoredValue = field.root === '' ? document : memberOf(document, field.root);
  return field.below.reduce(memberOf, start);
}

function memberOf(value: StoredValue, name: string): StoredValue {
  return isObject(value) && Object.hasOwn(value, name) ? (value[name] ?? null) : null;
}

function compares(operator: ComparisonOperator, value: StoredValue, operand: Scalar): boolean {
  switch (operator) {
    case 'eq':
      return isEqual(value, operand);
    case 'neq':
      return !isEqual(value, operand);
    case 'gt':
      return isOrdered(value, operand, (order) => order > 0);
    case 'gte':
      return isOrdered(value, operand, (order) => order >= 0);
    case 'lt':
      return isOrdered(value, operand, (order) => order < 0);
    case 'lte':
      return isOrdered(value, operand, (order) => order <= 0);
  }
}

// Values of different types are never equal, and null equals null.
function isEqual(value: StoredValue, operand: Scalar): boolean {
  return value === operand;
}

// Values of different types have no order.
function isOrdered(value: StoredValue, operand: Scalar, accepts: (order: number) => boolean): boolean {
  if (typeof value === 'string' && typeof operand === 'string') return accepts(compareText(value, operand));
  return isNumber(value) && isNumber(operand) && accepts(compareNumbers(value, operand));
}

function isArray(value: StoredValue): value is readonly StoredValue[] {
  return Array.isArray(value);
}

function isObject(value: StoredValue): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
