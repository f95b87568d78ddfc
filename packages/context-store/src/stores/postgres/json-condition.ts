import { writeExactly } from '@connectory/exact-json';
import { bounds } from '../../query/bounds.ts';
import type { ComparisonOperator, Scalar } from '../../query/condition.ts';
import { isNumber } from '../../query/exact-number.ts';
import { foldedJson, type JsonText, spacedWords } from './searchable-texts.ts';
import type { Parameters } from './statement.ts';
import { orderOperators } from './text-condition.ts';
import type { WantedWords } from './word-index.ts';

/** SQL that is true if a JSON value is null or absent. Never null. */
export function jsonIsNull(value: string): string {
  return `(coalesce(jsonb_typeof(${value}), 'null') = 'null')`;
}

/** SQL that compares a JSON value with a value other than null, by strict type: a value of another type never satisfies it. */
export function compareJson(
  operator: Exclude<ComparisonOperator, 'neq'>,
  value: string,
  operand: Exclude<Scalar, null>,
  parameters: Parameters,
): string {
  if (operator === 'eq') return `${value} = ${parameters.bind(writeExactly(operand), 'jsonb')}`;
  const symbol = orderOperators[operator];
  if (typeof operand === 'string') return `${textOf(value)} ${symbol} ${parameters.bind(operand, 'text')}`;
  if (isNumber(operand)) return `${numberOf(value)} ${symbol} ${parameters.bind(String(operand), 'numeric')}`;
  return 'false';
}

/** SQL that is true if a JSON value is one of the values, none of which is null. */
export function jsonIsIn(value: string, operands: readonly Scalar[], parameters: Parameters): string {
  const list = operands.map((operand) => writeExactly(operand));
  return `${value} = any(${parameters.bind(list, 'jsonb[]')})`;
}

/** SQL that matches a JSON text with a LIKE pattern, folded. */
export function jsonIsLike(json: JsonText, pattern: string, parameters: Parameters): string {
  return `${foldedJson(json)} like ${parameters.bind(pattern, 'text')}`;
}

/** SQL that is true if a JSON text contains one of the words. */
export function jsonHasWord(json: JsonText, { equal, beginning }: WantedWords, parameters: Parameters): string {
  const patterns = [...equal.map((word) => `% ${word} %`), ...beginning.map((word) => `% ${word}%`)];
  return `${spacedWords(json)} like any(${parameters.bind(patterns, 'text[]')})`;
}

/** SQL that is true if a JSON array has an element equal to the value. Other values never match. */
export function jsonContains(value: string, operand: Scalar, parameters: Parameters): string {
  return `${value} @> ${parameters.bind(writeExactly([operand]), 'jsonb')}`;
}

/** SQL of a JSON text, null for anything else. */
export function textOf(value: string): string {
  return `(case when jsonb_typeof(${value}) = 'string' then ${value} #>> '{}' end) collate "C"`;
}

/** SQL of a JSON number, null for anything else. */
export function numberOf(value: string): string {
  return `(case when jsonb_typeof(${value}) = 'number' then ${value}::numeric end)`;
}

// Texts that `decimalKey` accepts. The exponent is bounded so that the result fits PostgreSQL's numeric type.
const decimalPattern = '^[+-]?[0-9]+([.][0-9]+)?([eE][+-]?0{0,5}([0-9]{1,3}|1000))?$';

/** SQL of a decimal in a JSON text or number, null for anything else. */
export function decimalOf(value: string): string {
  const text = `(${value} #>> '{}')`;
  const isDecimal = `length(${text}) <= ${bounds.numberDigits} and ${text} ~ '${decimalPattern}'`;
  return `(case jsonb_typeof(${value}) when 'number' then ${value}::numeric
    when 'string' then case when ${isDecimal} then ${text}::numeric end end)`;
}

/** SQL of a JSON boolean, null for anything else. */
export function booleanOf(value: string): string {
  return `(case when jsonb_typeof(${value}) = 'boolean' then ${value}::boolean end)`;
}
