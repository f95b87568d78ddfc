import type { ConnectorEntity } from '@connectory/client';

/** A field of the copy, as the manifest describes it. */
export type SearchField = NonNullable<ConnectorEntity['search']>['fields'][number];

/** How the operand of an operator is entered. */
export type Operand = 'none' | 'one' | 'many';

interface Operator {
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

const numbers = [...equality, ...order, ...oneOf, ...presence];

/** The operators for a field of each type: spec/search.md, "Conditions". */
const operatorsByType: Readonly<Record<string, readonly Operator[]>> = {
  string: [...equality, ...texts, ...order, ...oneOf, ...presence],
  integer: numbers,
  number: numbers,
  decimal: numbers,
  boolean: [...equality, ...presence],
  object: presence,
  array: [...lists, ...presence],
  any: [...equality, ...texts, ...order, ...oneOf, ...lists, ...presence],
};

/** The operators for a field. */
export const operatorsOf = ({ type }: SearchField): readonly Operator[] => operatorsByType[type] ?? presence;

const labels = new Map(
  Object.values(operatorsByType).flatMap((operators) => operators.map(({ value, label }) => [value, label])),
);

/** An operator in words, between a field and its operand. */
export const operatorLabel = (operator: string): string => labels.get(operator) ?? operator;

const sortable = new Set(['string', 'integer', 'number', 'decimal', 'boolean']);

/** Whether records can be sorted by a field. */
export const isSortable = ({ type }: SearchField): boolean => sortable.has(type);
