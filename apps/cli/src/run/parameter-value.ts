import { parseVerbatim } from '@connectory/exact-json';
import type { Schema } from '../describe-connector.ts';
import { notJson, textOf } from '../json-input.ts';
import { invalidInput } from '../problem-error.ts';
import type { Terminal } from '../terminal.ts';
import { itemsOf, type ParameterFlag, typesOf } from './parameter-flags.ts';

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const names: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'a JSON object',
  array: 'a JSON array',
  string: 'a string',
  null: 'null',
};

/**
 * Parses the value of a parameter from its option, given once or several times: `@file` is replaced by the content of a file, `-` by
 * standard input, and `@@` starts a value with `@`. Throws a problem of code 4 for a value of another type.
 */
export async function parameterValue(
  terminal: Terminal,
  flag: ParameterFlag,
  given: readonly string[],
): Promise<unknown> {
  return valueOfTexts(flag, await Promise.all(given.map((text) => contentOf(terminal, text))));
}

/** Parses the value of a parameter from literal strings. Throws a problem of code 4 for a value of another type. */
export function valueOfTexts({ flag, schema }: ParameterFlag, texts: readonly string[]): unknown {
  const [first = '', ...others] = texts;
  const items = itemsOf(schema);
  const isList = items !== undefined && !first.trimStart().startsWith('[');
  if (isList) return texts.map((text) => typedValue(flag, items, text));
  if (others.length > 0) throw invalidInput(`--${flag} can be given only once.`);
  return typedValue(flag, schema, first);
}

async function contentOf(terminal: Terminal, text: string): Promise<string> {
  if (text.startsWith('@@')) return text.slice(1);
  return text === '-' || text.startsWith('@') ? textOf(terminal, text) : text;
}

function typedValue(flag: string, schema: Schema, text: string): unknown {
  const types = typesOf(schema);
  const allows = (...wanted: string[]) => types.size === 0 || wanted.some((type) => types.has(type));
  if (allows('integer') && jsonNumber.test(text) && !/[.eE]/.test(text)) return parseVerbatim(text);
  if (allows('number') && jsonNumber.test(text)) return parseVerbatim(text);
  if (allows('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if (allows('object', 'array') && /^\s*[[{]/.test(text)) {
    const value = jsonIn(text);
    if (value !== undefined) return value;
    if (!types.has('string')) throw notJson(text, `The value of --${flag}`);
  }
  if (allows('string')) return text;
  if (allows('null') && text === 'null') return null;
  const wanted = [...types].map((type) => names[type]).join(' or ');
  throw invalidInput(`--${flag} must be ${wanted}.`);
}

function jsonIn(text: string): unknown {
  try {
    return parseVerbatim(text);
  } catch {
    return undefined;
  }
}
