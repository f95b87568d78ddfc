import type { StoredRecord, StoredValue } from '../stores/context-store.ts';
import type { EntityLayout } from '../stores/entity-layout.ts';
import { exactNumber, isNumber, numberInText } from './exact-number.ts';
import { type FieldType, valueType } from './field-type.ts';
import { isPlainObject } from './issues.ts';
import { storedText } from './stored-text.ts';

/** Contents of objects and arrays are stored to this depth; databases limit how deep JSON may nest. */
const deepest = 64;

/**
 * Builds the stored record from the values of an entity's search fields, each with the declared type. Integer and number fields accept
 * numeric strings; text and decimal fields accept numbers and booleans. Omits other values, fields that the layout does not have, absent
 * fields and null.
 */
export function normalizeRecord(
  layout: EntityLayout,
  values: Readonly<Record<string, unknown>>,
  key: string,
): StoredRecord {
  const members = layout.fields.flatMap(({ name, type, absent }): [string, StoredValue][] => {
    const value = absent || !Object.hasOwn(values, name) ? null : normalized(values[name], type);
    return value === null ? [] : [[name, value]];
  });
  return { key: storedText(key), document: Object.fromEntries(members) };
}

function normalized(value: unknown, type: FieldType): StoredValue {
  switch (valueType(type)) {
    case 'string':
      return textOf(value);
    case 'integer': {
      const number = numberOf(value);
      return typeof number === 'bigint' || Number.isInteger(number) ? number : null;
    }
    case 'number':
      return numberOf(value);
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'object':
      return isPlainObject(value) ? content(value, 1) : null;
    case 'array':
      return Array.isArray(value) ? content(value, 1) : null;
    case 'any':
      return content(value, 1);
  }
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return storedText(value);
  return typeof value === 'boolean' || exactNumber(value) !== null ? String(value) : null;
}

function numberOf(value: unknown): number | bigint | null {
  return typeof value === 'string' ? numberInText(value) : exactNumber(value);
}

function content(value: unknown, depth: number): StoredValue {
  if (typeof value === 'string') return storedText(value);
  if (isNumber(value)) return exactNumber(value);
  if (typeof value === 'boolean') return value;
  if (depth > deepest) return null;
  if (Array.isArray(value)) return value.map((element) => content(element, depth + 1));
  if (!isPlainObject(value)) return null;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => [storedText(name), content(member, depth + 1)]),
  );
}
