import type { JsonSchema } from './calls.ts';

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

const maxChoices = 20;

/** The type a schema allows, in short: `string`, `integer or null`, `"open" | "closed"`, `object[]`. */
function typeText(schema: JsonSchema): string {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return [...new Set(alternatives.map(typeText))].join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) {
    const shown = schema.enum.slice(0, maxChoices).map((value) => JSON.stringify(value));
    return [...shown, ...(schema.enum.length > maxChoices ? ['…'] : [])].join(' | ');
  }
  const { items } = schema;
  const item = typeof items === 'object' ? typeText(items) : '';
  const list = item === '' || item === 'any' ? 'array' : item.includes(' ') ? `(${item})[]` : `${item}[]`;
  return [schema.type ?? 'any']
    .flat()
    .map((name) => (name === 'array' ? list : name))
    .join(' or ');
}
