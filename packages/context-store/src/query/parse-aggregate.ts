import { bounds } from './bounds.ts';
import {
  type AggregatedValue,
  type Aggregation,
  aggregateOperators,
  bucketUnits,
  type FieldReference,
  type GroupKey,
  type TimeBucket,
} from './condition.ts';
import { type FieldType, isScalar, timeForm, typeName, valueType } from './field-type.ts';
import { type FieldScope, type IssueList, isPlainObject, membersOf, type Place } from './issues.ts';
import { parseOrder } from './parse-order.ts';
import { isLongerThan, storedText } from './stored-text.ts';
import { knownTimeZone } from './time-bucket.ts';

type Operator = AggregatedValue['operator'];

/** A parsed part of a request; null after an error. */
type Parsed<Part> = Part | null;

/**
 * Parses `query.aggregate`, and `query.sort` for it, into a frozen aggregation. Errors go to the list; then the result is of no use.
 */
export function parseAggregate(
  aggregate: unknown,
  sort: unknown,
  place: Place,
  scope: FieldScope,
  issues: IssueList,
): Aggregation {
  const at = [...place, 'aggregate'];
  const { group_by: groupBy, values } = membersOf(aggregate, at, ['group_by', 'values'], issues);
  const groups = parseGroups(groupBy ?? [], [...at, 'group_by'], scope, issues);
  const columns = parseValues(values, [...at, 'values'], groups, scope, issues);
  const names = [...groups, ...columns].map(({ name }) => name);
  const find = (name: string, nameAt: Place) => {
    const column = names.indexOf(name);
    if (column >= 0) return column;
    issues.addUnknown(nameAt, name, names, 'is not a group field or a value of aggregate');
    return null;
  };
  const asked = parseOrder(sort ?? [], [...place, 'sort'], find, issues).map(({ target: column, direction }) => ({
    column,
    direction,
  }));
  const others = groups.flatMap((_, column) => (asked.some((key) => key.column === column) ? [] : [column]));
  const completed = [...asked, ...others.map((column) => ({ column, direction: 'asc' as const }))];
  return Object.freeze({ groups, values: columns, sort: Object.freeze(completed) });
}

function parseGroups(input: unknown, place: Place, scope: FieldScope, issues: IssueList): readonly GroupKey[] {
  if (!Array.isArray(input)) {
    issues.add(place, 'invalid_type', 'must be an array of fields, such as ["status"]');
    return [];
  }
  if (input.length > bounds.groupFields) {
    issues.add(place, 'too_long', `has more than ${bounds.groupFields} fields`);
    return [];
  }
  const groups = input.flatMap((one, index) => parseGroup(one, [...place, String(index)], scope, issues) ?? []);
  const names = new Set<string>();
  for (const [index, { name }] of groups.entries()) {
    if (names.has(name)) issues.add([...place, String(index)], 'repeated', 'repeats a group field');
    names.add(name);
  }
  return Object.freeze(groups);
}

function parseGroup(input: unknown, place: Place, scope: FieldScope, issues: IssueList): Parsed<GroupKey> {
  if (typeof input === 'string') {
    const field = parseField(input, place, scope, issues);
    return field === null ? null : groupOf(field, null, place, issues);
  }
  if (!isPlainObject(input)) {
    issues.add(place, 'invalid_type', 'must be a field, or an object such as {"field": "created_at", "by": "month"}');
    return null;
  }
  const { field: path, ...bucket } = membersOf(input, place, ['field', 'by', 'time_zone'], issues);
  const parsedBucket = parseBucket(bucket, place, issues);
  const field = parseField(path, [...place, 'field'], scope, issues);
  return field === null || parsedBucket === null ? null : groupOf(field, parsedBucket, place, issues);
}

function groupOf(field: FieldReference, bucket: TimeBucket | null, place: Place, issues: IssueList): Parsed<GroupKey> {
  if (bucket !== null && timeForm(field.type) === null) {
    issues.add([...place, 'by'], 'not_a_time', `needs a time, and ${nameOf(field)} is of type ${typeName(field.type)}`);
    return null;
  }
  if (!isComparable(field.type)) {
    issues.add(place, 'not_groupable', `is of type ${field.type}, which has no groups; use a field of a scalar type`);
    return null;
  }
  return Object.freeze({ name: nameOf(field), field, bucket });
}

function parseBucket(
  { by, time_zone: timeZone }: Readonly<Record<string, unknown>>,
  place: Place,
  issues: IssueList,
): Parsed<TimeBucket> {
  const unit = bucketUnits.find((one) => one === by);
  if (unit === undefined) {
    const problem = `must be ${bucketUnits.slice(0, -1).join(', ')} or ${bucketUnits.at(-1)}`;
    if (typeof by === 'string') issues.addUnknown([...place, 'by'], by, bucketUnits, problem);
    else issues.add([...place, 'by'], 'invalid_type', problem);
  }
  const zone = knownTimeZone(timeZone ?? 'UTC');
  if (zone === null) {
    const problem = 'must be the name of a time zone, such as "Europe/Berlin"';
    const name = typeof timeZone === 'string' ? timeZone : '';
    issues.addUnknown([...place, 'time_zone'], name, Intl.supportedValuesOf('timeZone'), problem);
  }
  return unit === undefined || zone === null ? null : Object.freeze({ unit, timeZone: zone });
}

function parseValues(
  input: unknown,
  place: Place,
  groups: readonly GroupKey[],
  scope: FieldScope,
  issues: IssueList,
): readonly AggregatedValue[] {
  if (!isPlainObject(input)) {
    issues.add(
      place,
      input === undefined ? 'required' : 'invalid_type',
      'must be an object such as {"orders": {"count": "*"}}',
    );
    return [];
  }
  const entries = Object.entries(input);
  if (entries.length === 0) issues.add(place, 'required', 'names no value');
  if (entries.length > bounds.aggregatedValues) {
    issues.add(place, 'too_long', `has more than ${bounds.aggregatedValues} values`);
    return [];
  }
  return Object.freeze(
    entries.flatMap(([given, value]) => {
      const at = [...place, given];
      const name = storedText(given);
      if (name === '') issues.add(at, 'required', 'has no name');
      if (isLongerThan(name, bounds.fieldNameLength)) {
        issues.add(at, 'too_long', `is longer than ${bounds.fieldNameLength} characters`);
      }
      if (groups.some((group) => group.name === name)) {
        issues.add(at, 'repeated', 'is also the name of a group field; choose another name');
      }
      return parseValue(name, value, at, scope, issues) ?? [];
    }),
  );
}

function parseValue(
  name: string,
  input: unknown,
  place: Place,
  scope: FieldScope,
  issues: IssueList,
): Parsed<AggregatedValue> {
  const [entry, ...others] = isPlainObject(input) ? Object.entries(input) : [];
  if (entry === undefined || others.length > 0) {
    issues.add(place, 'invalid_type', 'must be an object with one operator, such as {"sum": "total"}');
    return null;
  }
  const [given, path] = entry;
  const at = [...place, given];
  const operator = aggregateOperators.find((one) => one === given);
  if (operator === undefined) {
    issues.addUnknown(at, given, aggregateOperators, 'is not an aggregate operator');
    return null;
  }
  if (path === '*') {
    if (operator === 'count') return Object.freeze({ name, operator, field: null });
    issues.add(at, 'invalid_field', 'must name a field; only count takes "*"');
    return null;
  }
  const field = parseField(path, at, scope, issues);
  if (field === null) return null;
  if (aggregateOperatorsOf(field.type).includes(operator)) return Object.freeze({ name, operator, field });
  const problem = `cannot aggregate ${nameOf(field)}, which is of type ${typeName(field.type)}; use ${aggregateOperatorsOf(field.type).join(', ')}`;
  issues.add(at, 'operator_not_allowed', problem);
  return null;
}

function takes(operator: Operator, type: FieldType): boolean {
  switch (operator) {
    case 'count':
      return true;
    case 'count_distinct':
      return isComparable(type);
    case 'sum':
    case 'avg':
      return type === 'integer' || type === 'number' || type === 'decimal';
    case 'min':
    case 'max':
      return isScalar(type);
  }
}

/** Which operators aggregate a field of a type. */
export function aggregateOperatorsOf(type: FieldType): readonly Operator[] {
  return aggregateOperators.filter((operator) => takes(operator, type));
}

/** Whether records can be grouped by a field: by all but objects and arrays. */
export const isComparable = (type: FieldType) => isScalar(type) || valueType(type) === 'any';

const nameOf = ({ root, below }: FieldReference) => [root, ...below].join('.');

function parseField(path: unknown, place: Place, scope: FieldScope, issues: IssueList): Parsed<FieldReference> {
  if (typeof path !== 'string') {
    issues.add(place, path === undefined ? 'required' : 'invalid_type', 'must name a field');
    return null;
  }
  const found = scope.find(path);
  if ('field' in found) return found.field;
  if (found.isUnknown) issues.addUnknown(place, path, scope.names, found.problem);
  else issues.add(place, 'invalid_field', found.problem);
  return null;
}
