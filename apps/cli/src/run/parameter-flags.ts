import type { Schema } from '../describe-connector.ts';

/** A parameter of an action as an option of the command line. */
export interface ParameterFlag {
  readonly name: string;
  /** The option without its hyphens, in kebab case. */
  readonly flag: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** Returns the parameters of an action as options, required ones first. */
export function parameterFlags({ properties = {}, required = [] }: Schema): readonly ParameterFlag[] {
  return Object.entries(properties)
    .map(([name, schema]) => ({ name, flag: flagOf(name), schema, isRequired: required.includes(name) }))
    .sort((one, other) => Number(other.isRequired) - Number(one.isRequired));
}

/** Normalizes the spelling of parameter options: `--page_size` and `--pageSize` become `--page-size`. */
export function spelledFlags(words: readonly string[], flags: readonly ParameterFlag[]): readonly string[] {
  const known = new Map(flags.map(({ flag }) => [squeezed(flag), flag]));
  return words.map((word) => {
    const [, typed, value = ''] = /^--([^=]+)(=[\s\S]*)?$/.exec(word) ?? [];
    const flag = typed === undefined ? undefined : known.get(squeezed(typed));
    return flag === undefined ? word : `--${flag}${value}`;
  });
}

/** Placeholder for the value of an option in its help. */
export function placeholderOf(schema: Schema): string {
  const types = typesOf(schema);
  if (types.has('array')) return placeholderOf(schema.items ?? {});
  const values = schema.enum?.map(String) ?? [];
  if (values.length > 0 && values.every((value) => /^[\w-]+$/.test(value)) && values.join('|').length <= 40)
    return values.join('|');
  const [only, ...others] = [...types].filter((type) => type !== 'null');
  if (only === undefined || others.length > 0) return 'value';
  return only === 'object' ? 'json' : only;
}

/** The JSON types that a schema allows; none if it does not specify any. */
export function typesOf(schema: Schema): ReadonlySet<string> {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return new Set(alternatives.flatMap((alternative) => [...typesOf(alternative)]));
  if (schema.type !== undefined) return new Set([schema.type].flat());
  return new Set((schema.enum ?? (schema.const === undefined ? [] : [schema.const])).map(jsonType));
}

/** The schema of the items, if a schema allows arrays. */
export function itemsOf(schema: Schema): Schema | undefined {
  const alternatives = schema.anyOf ?? schema.oneOf ?? [schema];
  return alternatives.find(({ type }) => [type].flat().includes('array'))?.items;
}

// A vendor's name such as `StartTime>` would need quoting in a shell.
const flagOf = (name: string) =>
  name
    .replaceAll('>', '_after')
    .replaceAll('<', '_before')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();

const squeezed = (name: string) => flagOf(name).replaceAll('-', '');

function jsonType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
