import { type JsonSchema, knownValues, withoutNull } from '@connectory/connector-sdk/engine';

// Last words of a name that explain its values, by type.
const endings: Readonly<Record<string, ReadonlySet<string>>> = {
  string: wordSet(
    'id key name title subject description email phone url uri link username city country timezone locale slug text body comment note message summary host domain company',
  ),
  integer: wordSet('id count year'),
  array: wordSet('ids names emails urls tags labels'),
};
const units = wordSet('milliseconds ms seconds minutes hours days weeks months bytes cents percent pixels');
const states = wordSet('is has can are was');

/**
 * Whether the name and type of a field explain its values: an `…_id`, a `…_count`, a unit (`timeout_seconds`), a question (`is_public`), a
 * time with a declared format, a constant, or an object with declared members. The lists above are complete: declare a meaning for any
 * other name instead of extending them.
 */
export function isPlainField(name: string, schema: JsonSchema): boolean {
  const field = onlyAlternative(schema);
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  const types = [field.type ?? 'any'].flat().filter((type) => type !== 'null');
  if ([field[knownValues] ?? []].flat().length === 1) return true;
  switch (types.length === 1 ? types[0] : 'any') {
    case 'string':
      return field.format === 'date-time' || field.format === 'date' || endsWith('string', last);
    case 'integer':
    case 'number':
      return endsWith('integer', last) || words.some((word) => units.has(word));
    case 'boolean':
      return states.has(words[0] ?? '');
    case 'array':
      return hasMembers((field.items ?? {}) as JsonSchema) || endsWith('array', last);
    case 'object':
      return hasMembers(field);
    default:
      return endsWith('string', last) || endsWith('array', last);
  }
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

const endsWith = (type: string, word: string) => endings[type]?.has(word) === true;

// `closed_at` and `closedAt` are the same words.
const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_')
    .filter((word) => word !== '');

const hasMembers = (schema: JsonSchema) => Object.keys((onlyAlternative(schema).properties ?? {}) as object).length > 0;

// Nullable schemas may be nested.
function onlyAlternative(schema: JsonSchema): JsonSchema {
  const only = withoutNull(schema);
  return only === schema ? schema : onlyAlternative(only);
}
