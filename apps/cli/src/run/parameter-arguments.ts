import type { Schema } from '../describe-connector.ts';
import { itemsOf, type ParameterFlag, parameterFlags, typesOf } from './parameter-flags.ts';
import { valueOfTexts } from './parameter-value.ts';

/**
 * Returns the arguments of `connectory run` that set the parameters of an action, each option grouped with its value: `[['--limit', '2'],
 * ['--archived']]`. Values that no option can express, such as the string "7" where a number is allowed too, become JSON after `--params`.
 */
export function parameterArguments(
  schema: Schema,
  params: Readonly<Record<string, unknown>>,
): readonly (readonly string[])[] {
  const flags = new Map(parameterFlags(schema).map((flag) => [flag.name, flag]));
  const rest: Record<string, unknown> = {};
  const groups = Object.entries(params).flatMap(([name, value]) => {
    const given = groupsOf(flags.get(name), value);
    if (given === undefined) rest[name] = value;
    return given ?? [];
  });
  return Object.keys(rest).length === 0 ? groups : [...groups, ['--params', JSON.stringify(rest)]];
}

function groupsOf(flag: ParameterFlag | undefined, value: unknown): readonly (readonly string[])[] | undefined {
  if (flag === undefined) return undefined;
  const option = `--${flag.flag}`;
  const isSwitch = value === true && [...typesOf(flag.schema)].join() === 'boolean';
  if (isSwitch) return [[option]];
  const isList = Array.isArray(value) && value.length > 0 && itemsOf(flag.schema) !== undefined;
  // A list that repeated options cannot express is JSON.
  const ways = isList ? [value.map(textOf), [JSON.stringify(value)]] : [[textOf(value)]];
  return ways
    .find((texts) => isSaidBy(flag, texts, value))
    ?.map((text) => [option, text.startsWith('@') ? `@${text}` : text]);
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function isSaidBy(flag: ParameterFlag, texts: readonly string[], value: unknown): boolean {
  // A hyphen means standard input.
  if (texts.includes('-')) return false;
  try {
    return JSON.stringify(valueOfTexts(flag, texts)) === JSON.stringify(value);
  } catch {
    return false;
  }
}
