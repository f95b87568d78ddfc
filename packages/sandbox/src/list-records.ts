import { valueAt } from '@connectory/connector-sdk';
import type { Collection } from './collection.ts';
import { type Criterion, compare, testOf } from './criteria.ts';
import { isScalar, type JsonObject } from './json.ts';
import { findName } from './names.ts';

/** Parameters that order a list; their values are a field and a direction. */
export const sortParameters = {
  field: ['sort_by', 'sortBy', 'sort', 'order_by', 'orderBy', 'orderby'],
  direction: ['sort_order', 'sortOrder', 'sort_direction', 'order', 'direction'],
} as const;

/** The records of a collection that match all criteria, in the requested order. */
export function listRecords(
  collection: Collection,
  criteria: readonly Criterion[],
  params: JsonObject,
): readonly JsonObject[] {
  const found = collection.records().filter(testOf(collection, criteria));
  const text = params.query ?? params.q ?? params.search ?? params.keywords;
  const searched = typeof text === 'string' ? found.filter(searchTest(collection, text)) : found;
  return sorted(collection, searched, params);
}

function sorted(collection: Collection, records: readonly JsonObject[], params: JsonObject): readonly JsonObject[] {
  const textOf = (names: readonly string[]) =>
    names.map((name) => params[name]).find((value) => typeof value === 'string');
  const named = textOf(sortParameters.field) as string | undefined;
  if (named === undefined) return records;
  const field = findName(collection.maker.shape.fields.keys(), named.replace(/^-/, ''));
  if (field === undefined) return records;
  const direction = textOf(sortParameters.direction) as string | undefined;
  const sign = named.startsWith('-') || /^desc/i.test(direction ?? '') ? -1 : 1;
  return records.toSorted((one, other) => sign * (compare(one[field], other[field]) ?? 0));
}

const term = /(-?)(?:([A-Za-z_][\w.]*)\s*(:|~|>=|<=|>|<|=)\s*)?("[^"]*"|'[^']*'|[^\s"']+)/g;

// Query languages differ; understood is what most of them share: words, "phrases", and field:value with comparisons. Qualifiers that
// name no field of the record, and negations, are passed over.
function searchTest(collection: Collection, query: string): (record: JsonObject) => boolean {
  const tests: ((record: JsonObject) => boolean)[] = [];
  for (const [, minus, name, operator, quoted] of query.slice(0, 2_000).matchAll(term)) {
    const value = (quoted as string).replace(/^["']|["']$/g, '');
    if (minus === '-' || (name === undefined && /^(and|or|not)$/i.test(value))) continue;
    if (name === undefined) tests.push((record) => textOf(record).includes(value.toLowerCase()));
    else {
      const field = findName(collection.maker.shape.fields.keys(), name.split('.')[0] as string);
      if (field === undefined) continue;
      const path = [field, ...name.split('.').slice(1)].join('.');
      tests.push((record) => holds(valueAt(record, path), operator as string, value));
    }
  }
  return (record) => tests.every((test) => test(record));
}

function holds(found: unknown, operator: string, value: string): boolean {
  if (operator === ':' || operator === '~' || operator === '=') return textOf(found).includes(value.toLowerCase());
  const order = compare(found, value);
  if (order === undefined) return false;
  if (order === 0) return operator.endsWith('=');
  return operator.startsWith('>') === order > 0;
}

function textOf(value: unknown): string {
  if (isScalar(value)) return String(value).toLowerCase();
  return value === null || value === undefined ? '' : Object.values(value).map(textOf).join('\n');
}
