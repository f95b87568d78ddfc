import fc from 'fast-check';
import { type FieldType, type TimeType, timeForm, type ValueType, valueType } from '../../src/query/field-type.ts';
import { normalizeRecord } from '../../src/query/normalize-record.ts';
import { storedText } from '../../src/query/stored-text.ts';
import type { StoredRecord } from '../../src/stores/context-store.ts';
import type { EntityLayout, LayoutField } from '../../src/stores/entity-layout.ts';
import { decimals, numbers, texts } from './texts.ts';
import { timesAs } from './times.ts';

const fieldNames = [
  ...[
    'id',
    'name',
    'status',
    'created_at',
    'order',
    'customer',
    'customer.id',
    'customer.geo.lat',
    'isOpen',
    'metadata',
  ],
  ...[
    'f0',
    'key',
    'connection_id',
    'rowid',
    'document',
    'say "hi"',
    "it's",
    'Größe',
    'a]b',
    '%',
    '__proto__',
    'x'.repeat(70),
  ],
];

const memberTypes: Readonly<Record<string, FieldType>> = {
  city: 'string',
  count: 'integer',
  balance: 'decimal',
  due: 'string:iso-8601',
  'geo.at': 'integer:unix-milliseconds',
  open: 'boolean',
  geo: 'object',
  'geo.lat': 'number',
  tags: 'array',
};

const timeTypes: readonly TimeType[] = [
  'string:iso-8601',
  'string:date',
  'string:rfc-2822',
  'string:unix-decimal',
  'string:unix-100-nanoseconds',
  'string:unix-seconds',
  'integer:unix-seconds',
  'integer:unix-milliseconds',
  'number:unix-seconds',
];

const fieldTypes: readonly FieldType[] = [
  'string',
  'integer',
  'number',
  'decimal',
  'boolean',
  'object',
  'array',
  'any',
];

const layoutFields: fc.Arbitrary<LayoutField> = fc
  .record({
    name: fc.constantFrom(...fieldNames),
    type: fc.oneof(
      { weight: 2, arbitrary: fc.constant<FieldType>('string') },
      { weight: 5, arbitrary: fc.constantFrom(...fieldTypes) },
      { weight: 2, arbitrary: fc.constantFrom(...timeTypes) },
    ),
    absent: fc.nat({ max: 15 }).map((number) => number === 0),
    declares: fc.boolean(),
  })
  .map(({ name, type, absent, declares }) => ({
    name,
    type,
    absent,
    members: type === 'object' && declares ? memberTypes : {},
  }));

/** Entities with one to eight search fields of every type, under names made to confuse SQL, paths and each other. */
export const layouts: fc.Arbitrary<EntityLayout> = fc
  .uniqueArray(layoutFields, { minLength: 1, maxLength: 8, selector: ({ name }) => name })
  .map((fields) => ({ connector: 'test-connector', entity: 'records', fields }));

const scalars = fc.oneof(
  { weight: 4, arbitrary: texts },
  { weight: 2, arbitrary: numbers },
  fc.boolean(),
  fc.constant(null),
);

const memberNames = [
  'city',
  'count',
  'open',
  'geo',
  'lat',
  'tags',
  'name',
  'it"s',
  "o'b",
  'a.b',
  '$',
  '0',
  '',
  'a b',
  '__proto__',
];

const contents: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown; object: unknown; array: unknown }>((tie) => ({
  value: fc.oneof({ maxDepth: 3, depthSize: 'small' }, scalars, tie('object'), tie('array')),
  object: fc
    .uniqueArray(fc.tuple(fc.constantFrom(...memberNames), tie('value')), { maxLength: 4, selector: ([name]) => name })
    .map((members) => Object.fromEntries(members)),
  array: fc.array(tie('value'), { maxLength: 3 }),
})).value;

const declaredObjects = fc.record(
  {
    city: texts,
    count: numbers,
    balance: fc.oneof({ weight: 4, arbitrary: decimals }, numbers, texts),
    open: fc.boolean(),
    due: fc.oneof({ weight: 4, arbitrary: timesAs('iso-8601') }, scalars),
    geo: fc.record({ lat: numbers, lon: scalars, at: timesAs('unix-milliseconds') }, { requiredKeys: [] }),
    tags: fc.array(scalars, { maxLength: 3 }),
    other: contents,
  },
  { requiredKeys: [] },
);

const lines = fc.record(
  { name: texts, count: numbers, tags: fc.array(scalars, { maxLength: 2 }), parts: contents },
  { requiredKeys: [] },
);

const fitting: Readonly<Record<ValueType | 'decimal', fc.Arbitrary<unknown>>> = {
  string: fc.oneof({ weight: 5, arbitrary: texts }, numbers, fc.boolean()),
  integer: fc.oneof(
    { weight: 5, arbitrary: numbers.map((value) => (typeof value === 'bigint' ? value : Math.trunc(value))) },
    fc.constantFrom('7', '-12', '0.0', '12345678901234567890', '-9007199254740993'),
  ),
  number: fc.oneof({ weight: 5, arbitrary: numbers }, fc.constantFrom('0.5', '1e3', '-0')),
  decimal: fc.oneof({ weight: 8, arbitrary: decimals }, numbers, texts, fc.boolean()),
  boolean: fc.boolean(),
  object: fc.oneof(declaredObjects, fc.dictionary(fc.constantFrom(...memberNames), contents, { maxKeys: 4 })),
  array: fc.oneof(
    fc.array(scalars, { maxLength: 4 }),
    fc.array(lines, { maxLength: 3 }),
    fc.array(contents, { maxLength: 3 }),
  ),
  any: fc.oneof(scalars, contents),
};

/** Record sets of an entity: normalized, with unique keys, with nulls, missing fields and values that do not fit their type. */
export function recordSets(layout: EntityLayout, maxLength = 12): fc.Arbitrary<readonly StoredRecord[]> {
  const values = fc.tuple(...layout.fields.map(({ type }) => fieldValues(type)));
  const keys = texts.map((text) => storedText(text).slice(0, 100).toWellFormed());
  const records = fc.tuple(keys, values).map(([key, list]) => {
    const members = layout.fields.map(({ name }, index) => [name, list[index]] as const);
    return normalizeRecord(layout, Object.fromEntries(members.filter(([, value]) => value !== undefined)), key);
  });
  return fc.uniqueArray(records, { maxLength, selector: ({ key }) => key, size: 'max' });
}

function fieldValues(type: FieldType): fc.Arbitrary<unknown> {
  const form = timeForm(type);
  const fits = form === null ? fitting[type === 'decimal' ? type : valueType(type)] : timesAs(form);
  return fc.oneof(
    { weight: 8, arbitrary: fits },
    { weight: 1, arbitrary: fc.constantFrom(null, undefined) },
    { weight: 1, arbitrary: scalars },
  );
}
