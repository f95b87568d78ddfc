import { z } from 'zod';
import type { DescribedAction, DescribedEntity, JsonSchema } from '../calls.ts';
import { always, defineTool } from '../tool.ts';
import { maxCharacters, name } from './arguments.ts';
import { actionOf } from './names.ts';

/** Describes one action: its parameters as a JSON Schema, and what it returns. */
export const describeAction = defineTool({
  name: 'describe_action',
  description: 'Parameters (JSON Schema), effect and returned fields of one action.',
  input: z.strictObject({ connector: name, entity: name, action: name, max_characters: maxCharacters }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  isOffered: always,
  run: async ({ connector, entity, action, max_characters: most }, { calls }) => {
    const described = await calls.describeEntity(connector, entity);
    return descriptionText(connector, described, actionOf(described, action), most);
  },
});

/** The parts of a description that can be left out where it is too long, the least important one first. */
function descriptionText(connector: string, entity: DescribedEntity, action: DescribedAction, most: number): string {
  const { summary, effect, result, deprecated } = action;
  const isSearch = action.action === 'context_store_search';
  const head = {
    connector,
    entity: entity.name,
    action: action.action,
    effect,
    summary,
    ...(deprecated !== undefined && { deprecated }),
  };
  const params = isSearch ? 'Use search_records.' : schemaOf(action.params);
  const returns = result === 'file' ? 'A file: use read_file.' : fieldsText(action.result_schema ?? entity.record);
  const searchFields = Object.fromEntries((entity.search?.fields ?? []).map((field) => [field.name, field.type]));
  const whole = { ...head, params, ...(isSearch ? { search_fields: searchFields } : { returns }) };
  const text = JSON.stringify(whole);
  if (text.length <= most) return text;
  const rest = 'Cut: "max_characters" (up to 100000) shows more';
  const withoutReturns = JSON.stringify({ ...head, params });
  if (withoutReturns.length + 100 <= most) return `${withoutReturns}\n[${rest}; the returned fields are missing.]`;
  return `${JSON.stringify(head)}\n[${rest}; the parameters and the returned fields are missing.]`;
}

function schemaOf({ $schema: _version, ...schema }: DescribedAction['params']): object {
  return schema;
}

/** Each parameter of an action with its type, `required` if so, and its meaning. */
export function paramsText({ properties = {}, required = [] }: JsonSchema): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const { description, default: otherwise } = schema;
      const parts = [
        required.includes(name) ? `${typeText(schema)}, required` : typeText(schema),
        ...(otherwise === undefined ? [] : [`default ${JSON.stringify(otherwise)}`]),
        ...(typeof description === 'string' ? [description] : []),
      ];
      return [name, parts.join('; ')];
    }),
  );
}

/** Each field of a record with its type. */
export function fieldsText({ properties = {} }: JsonSchema): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, typeText(schema)]));
}

const mostChoices = 20;

/** The type a schema allows, in short: `string`, `integer or null`, `"open" | "closed"`, `object[]`. */
function typeText(schema: JsonSchema): string {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return [...new Set(alternatives.map(typeText))].join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) {
    const shown = schema.enum.slice(0, mostChoices).map((value) => JSON.stringify(value));
    return [...shown, ...(schema.enum.length > mostChoices ? ['…'] : [])].join(' | ');
  }
  const { items } = schema;
  const item = typeof items === 'object' ? typeText(items) : '';
  const list = item === '' || item === 'any' ? 'array' : item.includes(' ') ? `(${item})[]` : `${item}[]`;
  return [schema.type ?? 'any']
    .flat()
    .map((name) => (name === 'array' ? list : name))
    .join(' or ');
}
