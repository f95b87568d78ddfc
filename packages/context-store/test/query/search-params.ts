import fc from 'fast-check';
import { bounds } from '../../src/query/bounds.ts';
import { bucketUnits, type SearchQuery } from '../../src/query/condition.ts';
import { encodeCursor } from '../../src/query/cursor.ts';
import { isNumber } from '../../src/query/exact-number.ts';
import { type FieldType, isScalar, timeForm } from '../../src/query/field-type.ts';
import { elementScope, entityScope, type FieldScope, isPlainObject } from '../../src/query/issues.ts';
import { aggregateOperatorsOf, isComparable } from '../../src/query/parse-aggregate.ts';
import { type FieldOperator, operatorsOf } from '../../src/query/parse-filter.ts';
import { parseSearch } from '../../src/query/parse-search.ts';
import { positionOf } from '../../src/query/search-in-memory.ts';
import type { StoredRecord } from '../../src/stores/context-store.ts';
import type { EntityLayout } from '../../src/stores/entity-layout.ts';
import { layouts, recordSets } from './record-sets.ts';
import { decimalsNear, numbers, patternsNear, textsNear, wordsNear } from './texts.ts';
import { timesNear } from './times.ts';

/** A path that can be requested, and what the records have there. */
interface Target {
  readonly path: string;
  readonly type: FieldType;
  readonly samples: readonly unknown[];
}

/** Parameters of a search, as a caller sends them. */
export type SearchParams = Readonly<Record<string, unknown>>;

/** One case of a comparison with the reference evaluator. */
export interface SearchCase {
  readonly layout: EntityLayout;
  readonly records: readonly StoredRecord[];
  readonly params: SearchParams;
  readonly query: SearchQuery;
}

/** Entities, record sets and valid queries that tend to find some of the records. */
export const searchCases: fc.Arbitrary<SearchCase> = casesOf(searchParams);

/** Entities, record sets, and valid counts and aggregations. */
export const aggregateCases: fc.Arbitrary<SearchCase> = casesOf(aggregateParams);

function casesOf(paramsOf: typeof searchParams): fc.Arbitrary<SearchCase> {
  return layouts.chain((layout) =>
    recordSets(layout).chain((records) =>
      paramsOf(layout, records).map((params) => ({ layout, records, params, query: parseSearch(params, layout) })),
    ),
  );
}

/** Valid parameters for an entity; operands are taken from the records, changed a little, or made up. */
export function searchParams(layout: EntityLayout, records: readonly StoredRecord[]): fc.Arbitrary<SearchParams> {
  const targets = targetsOf(layout, records);
  const sorted = targets.filter(({ type }) => isScalar(type));
  return fc
    .record({
      filter: fc.option(filters(targets, 3), { freq: 12 }),
      sort: sorts(sorted),
      limit: fc.option(fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constantFrom(1, bounds.limit))),
      fields: fc.option(fieldLists(targets), { freq: 1 }),
      after: fc.option(fc.tuple(fc.nat(), fc.constantFrom('', '', '!', '\u{10FFFF}')), { freq: 1 }),
    })
    .map(({ filter, sort, limit, fields, after }) => {
      const params = { query: { ...(filter && { filter }), sort }, ...(limit && { limit }), ...(fields && { fields }) };
      const last = after === null ? undefined : records[after[0] % Math.max(1, records.length)];
      if (last === undefined || after === null) return params;
      const query = parseSearch(params, layout);
      const position = positionOf(last, query.sort);
      return { ...params, cursor: encodeCursor({ ...position, key: position.key + after[1] }, query) };
    });
}

const timeZones = () => [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
];

/** Valid parameters of a count or an aggregation, with the same filters as `searchParams`. */
export function aggregateParams(layout: EntityLayout, records: readonly StoredRecord[]): fc.Arbitrary<SearchParams> {
  const targets = targetsOf(layout, records);
  return fc
    .record({
      filter: fc.option(filters(targets, 2), { freq: 2 }),
      groups: groupKeys(targets.filter(({ type }) => isComparable(type))),
      values: fc.uniqueArray(aggregatedValues(targets), { minLength: 1, maxLength: 4, selector: ([name]) => name }),
      limit: fc.option(fc.constantFrom(0, 1, 2, 5, bounds.limit)),
      sort: fc.array(fc.tuple(fc.nat(), fc.constantFrom('asc', 'desc')), { maxLength: 3 }),
    })
    .filter(({ groups, values }) => groups.every(({ path }) => values.every(([name]) => name !== path)))
    .map(({ filter, groups, values, limit, sort }) => {
      const query = { ...(filter && { filter }) };
      if (limit === 0) return { query, limit };
      const names = [...groups.map(({ path }) => path), ...values.map(([name]) => name)];
      const order = new Map(sort.map(([number, direction]) => [names[number % names.length] ?? '', direction]));
      const aggregate = { group_by: groups.map(({ group }) => group), values: Object.fromEntries(values) };
      const keys = Array.from(order, ([name, direction]) => Object.fromEntries([[name, direction]]));
      return { query: { ...query, aggregate, sort: keys }, ...(limit && { limit }) };
    });
}

function groupKeys(
  targets: readonly Target[],
): fc.Arbitrary<readonly { readonly path: string; readonly group: unknown }[]> {
  if (targets.length === 0) return fc.constant([]);
  const key = fc
    .tuple(
      fc.constantFrom(...targets),
      fc.constantFrom(...bucketUnits),
      fc.option(fc.constantFrom(...timeZones())),
      fc.nat(3),
    )
    .map(([{ path, type }, by, timeZone, exact]) => ({
      path,
      group: timeForm(type) === null || exact === 0 ? path : { field: path, by, time_zone: timeZone },
    }));
  return fc.uniqueArray(key, { maxLength: 3, selector: ({ path }) => path });
}

function aggregatedValues(targets: readonly Target[]): fc.Arbitrary<readonly [string, object]> {
  const names = fc.constantFrom('n', 'the sum', 'constructor', "it's", 'c0', 'total records');
  const all = targets.flatMap(({ path, type }) => aggregateOperatorsOf(type).map((operator) => ({ [operator]: path })));
  return fc.tuple(names, fc.constantFrom<object>({ count: '*' }, ...all));
}

function targetsOf(layout: EntityLayout, records: readonly StoredRecord[]): readonly Target[] {
  return targetsIn(
    records.map(({ document }) => document),
    layout.fields.flatMap(({ name, members }) => [name, ...Object.keys(members).map((path) => `${name}.${path}`)]),
    entityScope(layout),
  );
}

function targetsIn(objects: readonly unknown[], known: readonly string[], scope: FieldScope): readonly Target[] {
  const samples = new Map<string, unknown[]>(known.map((path) => [path, []]));
  for (const object of objects) collect(object, '', samples, 4);
  return [...samples].flatMap(([path, values]) => {
    const found = scope.find(path);
    return 'field' in found ? [{ path, type: found.field.type, samples: values }] : [];
  });
}

function collect(value: unknown, prefix: string, samples: Map<string, unknown[]>, depth: number): void {
  if (!isPlainObject(value) || depth === 0) return;
  for (const [name, member] of Object.entries(value)) {
    const path = prefix + name;
    samples.set(path, [...(samples.get(path) ?? []), member]);
    collect(member, `${path}.`, samples, depth - 1);
  }
}

type Filter = Readonly<Record<string, unknown>>;

function filters(targets: readonly Target[], depth: number): fc.Arbitrary<Filter> {
  const leaf = leaves(targets, depth);
  const joined = fc.oneof({ weight: 4, arbitrary: leaf }, fc.tuple(leaf, leaf).map(merged));
  if (depth === 0) return joined;
  const nested = filters(targets, depth - 1);
  const list = fc.array(nested, { minLength: 1, maxLength: 3 });
  return fc.oneof(
    { weight: 8, arbitrary: joined },
    { weight: 2, arbitrary: list.map((and) => ({ and })) },
    { weight: 2, arbitrary: list.map((or) => ({ or })) },
    { weight: 3, arbitrary: nested.map((not) => ({ not })) },
    { weight: 1, arbitrary: fc.tuple(leaf, nested).map(([one, not]) => ({ ...one, not })) },
    { weight: 1, arbitrary: fc.constant({}) },
  );
}

function leaves(targets: readonly Target[], depth: number): fc.Arbitrary<Filter> {
  if (targets.length === 0) return fc.constant({});
  const filled = targets.filter(({ samples }) => samples.length > 0);
  const target = fc.oneof(
    { weight: filled.length === 0 ? 0 : 5, arbitrary: fc.constantFrom(...(filled.length === 0 ? targets : filled)) },
    { weight: 1, arbitrary: fc.constantFrom(...targets) },
  );
  return target.chain((one) => comparisons(one, depth));
}

// Several fields below one operator.
function merged(conditions: readonly Filter[]): Filter {
  const result: Record<string, unknown> = {};
  for (const condition of conditions) {
    for (const [operator, operand] of Object.entries(condition)) {
      const entries = [result[operator], operand].flatMap((fields) =>
        isPlainObject(fields) ? Object.entries(fields) : [],
      );
      result[operator] = Object.fromEntries(entries);
    }
  }
  return result;
}

function comparisons(target: Target, depth: number): fc.Arbitrary<Filter> {
  const operators = operatorsOf(target.type);
  return fc.constantFrom(...operators).chain((operator) =>
    operands(operator, target, depth).map((operand) => ({
      [operator]: Object.fromEntries([[target.path, operand]]),
    })),
  );
}

function operands(operator: FieldOperator, { type, samples }: Target, depth: number): fc.Arbitrary<unknown> {
  const sampleTexts = samples.filter((sample) => typeof sample === 'string');
  switch (operator) {
    case 'like':
      return patternsNear(sampleTexts);
    case 'keyword':
    case 'fuzzy':
      return wordsNear(sampleTexts);
    case 'in':
      return fc.array(fc.oneof({ weight: 9, arbitrary: values(type, samples) }, fc.constant(null)), { maxLength: 4 });
    case 'contains':
      return fc.oneof({ weight: 9, arbitrary: values('any', elementsOf(samples)) }, fc.constant(null));
    case 'any': {
      const elements = elementsOf(samples).filter(isPlainObject);
      return filters(targetsIn(elements, ['name'], elementScope), Math.max(0, depth - 2));
    }
    case 'eq':
    case 'neq':
      if (type === 'object' || type === 'array') return fc.constant(null);
      return fc.oneof({ weight: 9, arbitrary: values(type, samples) }, fc.constant(null));
    default:
      return values(type, samples).filter((value) => typeof value !== 'boolean');
  }
}

function values(type: FieldType, samples: readonly unknown[]): fc.Arbitrary<unknown> {
  const sampleNumbers = samples.filter(isNumber);
  const nearNumbers = sampleNumbers.length === 0 ? numbers : fc.oneof(fc.constantFrom(...sampleNumbers), numbers);
  const nearTexts = textsNear(samples.filter((sample) => typeof sample === 'string'));
  const form = timeForm(type);
  if (form !== null) return timesNear(form, samples);
  switch (type) {
    case 'string':
      return nearTexts;
    case 'boolean':
      return fc.boolean();
    case 'decimal':
      return fc.oneof({ weight: 4, arbitrary: decimalsNear(samples) }, numbers);
    case 'any': {
      const made = fc.oneof({ weight: 3, arbitrary: nearTexts }, { weight: 3, arbitrary: nearNumbers }, fc.boolean());
      const scalars = samples.filter((sample) => typeof sample === 'boolean' || isOperand(sample));
      return scalars.length === 0 ? made : fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...scalars) }, made);
    }
    default:
      return nearNumbers;
  }
}

// Longer texts are changed to fit first.
function isOperand(sample: unknown): boolean {
  return isNumber(sample) || (typeof sample === 'string' && sample.length <= bounds.operandLength);
}

function elementsOf(samples: readonly unknown[]): readonly unknown[] {
  return samples.flatMap((sample) => (Array.isArray(sample) ? sample : []));
}

function sorts(targets: readonly Target[]): fc.Arbitrary<readonly object[]> {
  if (targets.length === 0) return fc.constant([]);
  const keys = fc.tuple(fc.constantFrom(...targets), fc.constantFrom('asc', 'desc'));
  return fc
    .uniqueArray(keys, { maxLength: 3, selector: ([{ path }]) => path })
    .map((list) => list.map(([{ path }, direction]) => Object.fromEntries([[path, direction]])));
}

function fieldLists(targets: readonly Target[]): fc.Arbitrary<readonly unknown[]> {
  const paths = fc.tuple(fc.constantFrom(...targets), fc.boolean());
  return fc
    .array(paths, { minLength: 1, maxLength: 4 })
    .map((list) => list.map(([{ path }, asKeys]) => (asKeys ? path.split('.') : path)));
}
