import type { ConnectorEntity } from '@connectory/client';
import { labelOf } from '../form/labels.ts';
import { isExactNumber, parseExact } from '../gateway/execute.ts';

/** One condition as it is entered. */
export interface ConditionRow {
  /** Identifies the row when rows are moved or removed. */
  readonly id: number;
  readonly field: string;
  readonly operator: string;
  /** The entered operand: one string, or several for an operator that takes several. */
  readonly operand: readonly string[];
}

/** Conditions, all or any of which must match. */
export interface Conditions {
  readonly match: 'and' | 'or';
  readonly conditions: readonly ConditionRow[];
}

type Filter = Readonly<Record<string, unknown>>;

/**
 * Returns the search filter for conditions; undefined if there are none. Conditions keep their order, so that the pointer of an error
 * identifies its row.
 */
export function filterOf({ match, conditions }: Conditions, fields: readonly SearchField[]): Filter | undefined {
  if (conditions.length === 0) return undefined;
  return { [match]: conditions.map((row) => conditionOf(row, fields)) };
}

/** Returns the conditions of a filter; undefined if it is more than a list of conditions. */
export function conditionsOf(filter: Filter | null): Conditions | undefined {
  if (filter === null) return { match: 'and', conditions: [] };
  const [name = '', ...others] = Object.keys(filter);
  if (others.length > 0) return undefined;
  const isList = name === 'and' || name === 'or';
  const parts = isList ? filter[name] : [filter];
  if (!Array.isArray(parts)) return undefined;
  const conditions = parts.flatMap((part, id) => rowFrom(part, id) ?? []);
  return conditions.length === parts.length ? { match: name === 'or' ? 'or' : 'and', conditions } : undefined;
}

/**
 * Returns the row that a JSON pointer of a problem refers to; undefined if it refers to something else. The conditions may be the first
 * part of a larger filter.
 */
export function rowOf(pointer: string): number | undefined {
  const index = /\/(?:filter|where)\/(?:and\/0\/)?(?:and|or)\/(\d+)/.exec(pointer)?.[1];
  return index === undefined ? undefined : Number(index);
}

function conditionOf({ field, operator, operand }: ConditionRow, fields: readonly SearchField[]): object {
  if (operator === 'absent') return { eq: { [field]: null } };
  if (operator === 'present') return { neq: { [field]: null } };
  const declared = fields.find(({ name }) => name === field);
  // A time is written as ISO 8601 whatever the type of the field.
  const type = declared?.format === undefined ? (declared?.type ?? 'string') : 'string';
  const values = operand.map((text) => operandOf(text, type));
  return { [operator]: { [field]: operator === 'in' ? values : (values[0] ?? '') } };
}

// A value of the wrong type is sent as a string, and the gateway reports the expected type.
function operandOf(text: string, type: string): unknown {
  if (type === 'string' || type === 'decimal') return text;
  try {
    const value = parseExact(text.trim());
    return typeof value === 'object' && value === null ? text : value;
  } catch {
    return text;
  }
}

const comparisons = new Set(['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', 'fuzzy', 'keyword', 'like', 'contains']);

function rowFrom(part: unknown, id: number): ConditionRow | undefined {
  const [operator, operands] = onlyMember(part);
  const [field, value] = onlyMember(operands);
  if (operator === undefined || field === undefined || !comparisons.has(operator)) return undefined;
  if (value === null && operator === 'eq') return { id, field, operator: 'absent', operand: [] };
  if (value === null && operator === 'neq') return { id, field, operator: 'present', operand: [] };
  const values = operator === 'in' && Array.isArray(value) ? value : [value];
  const operand = values.flatMap((one) => textOf(one) ?? []);
  return operand.length === values.length ? { id, field, operator, operand } : undefined;
}

function onlyMember(value: unknown): readonly [string, unknown] | readonly [] {
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const [only] = members;
  return only !== undefined && members.length === 1 ? only : [];
}

function textOf(value: unknown): string | undefined {
  if (isExactNumber(value)) return value.rawJSON;
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

/** A field of the copy, as the manifest describes it, with its known values and kind of personal data if it has any, and what people call an own field. */
export type SearchField = NonNullable<ConnectorEntity['search']>['fields'][number] & {
  readonly personal?: string;
  readonly values?: readonly string[];
  readonly label?: string;
};

/** What people call a field. */
export const fieldLabel = ({ name, label }: SearchField): string => label ?? labelOf(name);

/** How the operand of an operator is entered. */
export type Operand = 'none' | 'one' | 'many';

/** An operator of the search language in a condition. */
export interface Operator {
  readonly value: string;
  readonly label: string;
  readonly operand: Operand;
}

const equality: readonly Operator[] = [
  { value: 'eq', label: 'is', operand: 'one' },
  { value: 'neq', label: 'is not', operand: 'one' },
];
const order: readonly Operator[] = [
  { value: 'gt', label: 'is greater than', operand: 'one' },
  { value: 'gte', label: 'is at least', operand: 'one' },
  { value: 'lt', label: 'is less than', operand: 'one' },
  { value: 'lte', label: 'is at most', operand: 'one' },
];
const oneOf: readonly Operator[] = [{ value: 'in', label: 'is one of', operand: 'many' }];
const texts: readonly Operator[] = [
  { value: 'fuzzy', label: 'has words like', operand: 'one' },
  { value: 'keyword', label: 'has one of the words', operand: 'one' },
  { value: 'like', label: 'fits the pattern', operand: 'one' },
];
const lists: readonly Operator[] = [{ value: 'contains', label: 'has the element', operand: 'one' }];
const presence: readonly Operator[] = [
  { value: 'absent', label: 'is empty', operand: 'none' },
  { value: 'present', label: 'is not empty', operand: 'none' },
];

const times: readonly Operator[] = [
  { value: 'gte', label: 'is on or after', operand: 'one' },
  { value: 'lt', label: 'is before', operand: 'one' },
  ...presence,
];

const numbers = [...equality, ...order, ...oneOf, ...presence];

/** The operators for a field of each type: spec/search.md, "Conditions". */
const operatorsByType: Readonly<Record<string, readonly Operator[]>> = {
  string: [...equality, ...texts, ...order, ...oneOf, ...presence],
  integer: numbers,
  number: numbers,
  decimal: [...equality, ...texts, ...order, ...oneOf, ...presence],
  boolean: [...equality, ...presence],
  object: presence,
  array: [...lists, ...presence],
  any: [...equality, ...texts, ...order, ...oneOf, ...lists, ...presence],
};

/** The operators for a field. A day selects a range of times, so that equality would find nothing. */
export const operatorsOf = ({ type, format }: SearchField): readonly Operator[] =>
  format === undefined ? (operatorsByType[type] ?? presence) : times;

const labels = new Map(
  Object.values(operatorsByType).flatMap((operators) => operators.map(({ value, label }) => [value, label])),
);

/** An operator in words, between a field and its operand. */
export const operatorLabel = (operator: string): string => labels.get(operator) ?? operator;

const sortable = new Set(['string', 'integer', 'number', 'decimal', 'boolean']);

/** Whether records can be sorted by a field. */
export const isSortable = ({ type }: SearchField): boolean => sortable.has(type);
