import type { ComparisonOperator, Scalar } from '../../query/condition.ts';
import { type FieldColumns, foldedText } from './entity-table.ts';
import { headAndRest } from './head-and-rest.ts';
import type { Parameters } from './statement.ts';

/** SQL operators for the ordering operators of the search language. */
export const orderOperators = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** SQL that compares a text column with a value; null (which counts as false) if the field is null. */
export function compareText(
  operator: Exclude<ComparisonOperator, 'neq'>,
  { value, rest }: FieldColumns,
  operand: string,
  parameters: Parameters,
): string {
  const parts = headAndRest(operand);
  const head = parameters.bind(parts.head, 'text');
  if (operator === 'eq') {
    return parts.rest === null
      ? `${value} = ${head}`
      : `(${value} = ${head} and ${rest} = ${parameters.bind(parts.rest, 'text')})`;
  }
  const symbol = orderOperators[operator];
  if (parts.rest === null) return `${value} ${symbol} ${head}`;
  const [strict, open] = operator === 'gt' || operator === 'gte' ? ['>', '>='] : ['<', '<='];
  const tail = parameters.bind(parts.rest, 'text');
  return `(${value} ${open} ${head} and (${value} ${strict} ${head} or ${rest} ${symbol} ${tail}))`;
}

/** SQL that is true for texts in a list, and null or false otherwise. */
export function textIsIn({ value, rest }: FieldColumns, operands: readonly string[], parameters: Parameters): string {
  const parts = operands.map(headAndRest);
  const short = parts.flatMap(({ head, rest: tail }) => (tail === null ? [head] : []));
  const long = parts.flatMap(({ head, rest: tail }) => (tail === null ? [] : [{ head, tail }]));
  const conditions = [
    ...(short.length > 0 ? [`${value} = any(${parameters.bind(short, 'text[]')})`] : []),
    ...long.map(
      ({ head, tail }) =>
        `(${value} = ${parameters.bind(head, 'text')} and ${rest} = ${parameters.bind(tail, 'text')})`,
    ),
  ];
  return conditions.length === 0 ? 'false' : `(${conditions.join(' or ')})`;
}

/** SQL that matches a text column with a LIKE pattern, folded. */
export function textIsLike(columns: FieldColumns, pattern: string, parameters: Parameters): string {
  return `${foldedText(columns)} like ${parameters.bind(pattern, 'text')}`;
}

/** Whether a value of `in` is a text. */
export function isText(value: Scalar): value is string {
  return typeof value === 'string';
}
