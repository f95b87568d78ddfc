import { bounds } from './bounds.ts';
import type { FieldType, Scalar } from './condition.ts';
import { decimalKey } from './decimal-key.ts';
import { exactNumber, isNumber } from './exact-number.ts';
import { isLongerThan, storedText } from './stored-text.ts';

/** The operators that contain field names, in the order of the documentation. */
export const fieldOperators = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'like',
  'keyword',
  'fuzzy',
  'contains',
  'any',
] as const;

/** An operator above field names. */
export type FieldOperator = (typeof fieldOperators)[number];

const ordered = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in'] as const;

/** Which operators a field takes, by its type. */
export const operatorsByType: Readonly<Record<FieldType, readonly FieldOperator[]>> = {
  string: [...ordered, 'like', 'keyword', 'fuzzy'],
  integer: ordered,
  number: ordered,
  decimal: ordered,
  boolean: ['eq', 'neq', 'in'],
  object: ['eq', 'neq'],
  array: ['contains', 'any', 'eq', 'neq'],
  any: fieldOperators,
};

/** Why an operand does not fit. */
interface UnfitOperand {
  readonly code: string;
  readonly problem: string;
}

/** An operand that fits, made storable, or why it does not. */
export type CheckedOperand<Value extends Scalar = Scalar> = { readonly value: Value } | UnfitOperand;

const wrongType = (problem: string): UnfitOperand => ({ code: 'invalid_type', problem });

/** Checks the scalar operand of eq, neq, gt, gte, lt, lte, of one value of in, and of contains. */
export function checkScalar(operator: FieldOperator, type: FieldType, operand: unknown): CheckedOperand {
  const takesNull = operator === 'eq' || operator === 'neq' || operator === 'in' || operator === 'contains';
  if (operand === null)
    return takesNull ? { value: null } : wrongType('must not be null; use eq or neq to compare with null');
  const expected = operator === 'contains' ? 'any' : type;
  switch (expected) {
    case 'object':
      return wrongType('must be null: compare the fields of an object, as in {"eq": {"address.city": …}}');
    case 'array':
      return wrongType('must be null: use contains or any to search in an array');
    case 'boolean':
      return typeof operand === 'boolean' ? { value: operand } : wrongType('must be true or false');
    case 'string':
      return checkText(operand);
    case 'integer':
    case 'number':
      return isNumber(operand) ? checkNumber(operand) : wrongType('must be a number');
    case 'decimal':
      return checkDecimal(operand);
    case 'any':
      if (typeof operand === 'string') return checkText(operand);
      if (isNumber(operand)) return checkNumber(operand);
      if (typeof operand !== 'boolean') return wrongType('must be a string, a number, true, false or null');
      return isOrdering(operator) ? wrongType('must be a string or a number') : { value: operand };
  }
}

/** Checks the text operand of like, keyword and fuzzy. */
export function checkText(operand: unknown): CheckedOperand<string> {
  if (typeof operand !== 'string') return wrongType('must be a string');
  const value = storedText(operand);
  if (!isLongerThan(value, bounds.operandLength)) return { value };
  return { code: 'too_long', problem: `is longer than ${bounds.operandLength} characters` };
}

function checkNumber(operand: number | bigint): CheckedOperand<number | bigint> {
  const value = exactNumber(operand);
  return value === null ? { code: 'out_of_range', problem: 'is too large for a number' } : { value };
}

function checkDecimal(operand: unknown): CheckedOperand<string> {
  const value = decimalKey(operand);
  return value === null ? wrongType('must be a number, or a string that contains one such as "9.50"') : { value };
}

function isOrdering(operator: FieldOperator): boolean {
  return operator === 'gt' || operator === 'gte' || operator === 'lt' || operator === 'lte';
}
