import { isSortable, type SearchField } from '../conditions/filter.ts';
import type { Column } from '../results/csv.ts';
import { type FieldFacts, fieldFacts } from '../results/field-facts.ts';

/** The periods by which times are grouped. */
export const periods = ['day', 'week', 'month', 'year'] as const;

/** One of the periods by which times are grouped. */
export type Period = (typeof periods)[number];

/** A field by whose values records are grouped; a time also by its period. */
export interface GroupRow {
  readonly field: string;
  readonly by?: Period;
}

/** A value that is computed of each group; the field `*` stands for the records themselves. */
export interface ValueRow {
  readonly operator: string;
  readonly field: string;
}

/** Groups and values as they are entered. */
export interface Aggregation {
  readonly groups: readonly GroupRow[];
  readonly values: readonly ValueRow[];
  /** The IANA name of the time zone of the periods. */
  readonly timeZone: string;
}

/** The maximum number of groups and of values: spec/search.md. */
export const maxGroups = 3;
export const maxValues = 10;

/** Counts all records, in periods of the browser's time zone. */
export const countOfAll = (): Aggregation => ({
  groups: [],
  values: [{ operator: 'count', field: '*' }],
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

const isNumber = ({ type, format }: SearchField) =>
  format === undefined && ['integer', 'number', 'decimal'].includes(type);

/** Whether records can be grouped by a field. */
export const isGroupable = ({ type }: SearchField): boolean => type !== 'object' && type !== 'array';

interface Operator {
  readonly value: string;
  readonly label: string;
  fits(field: SearchField): boolean;
}

/** The operators, each with the fields that it takes: spec/search.md, "Counts and aggregates". */
export const valueOperators: readonly Operator[] = [
  { value: 'count', label: 'Count', fits: () => true },
  { value: 'count_distinct', label: 'Count different', fits: isGroupable },
  { value: 'sum', label: 'Sum', fits: isNumber },
  { value: 'avg', label: 'Average', fits: isNumber },
  { value: 'min', label: 'Least', fits: isSortable },
  { value: 'max', label: 'Greatest', fits: isSortable },
];

/** Whether a value of each group is a number, which a chart can show. */
export function isChartable({ operator, field }: ValueRow, fields: readonly SearchField[]): boolean {
  const declared = fields.find(({ name }) => name === field);
  return operator.startsWith('count') || (declared !== undefined && isNumber(declared));
}

/** The name of a value in the rows of the response; never that of a group field. */
export function valueName({ operator, field }: ValueRow, groups: readonly GroupRow[]): string {
  const name = field === '*' ? 'records' : `${operator}_${field}`;
  return groups.some((group) => group.field === name) ? `${name}_` : name;
}

/** The names of the columns of the rows: the group fields, then the values. */
export const aggregateColumns = ({ groups, values }: Aggregation): readonly string[] => [
  ...groups.map(({ field }) => field),
  ...values.map((value) => valueName(value, groups)),
];

/** These columns, with what the schema of a record says about their fields. Whatever the vendor writes, a time in a row is ISO 8601. */
export function describedColumns(
  { groups, values }: Aggregation,
  fields: readonly SearchField[],
  record: Readonly<Record<string, unknown>>,
): readonly Column[] {
  const factsOf = (name: string): FieldFacts => {
    const format = fields.find((field) => field.name === name)?.format;
    if (format === undefined) return fieldFacts(record, name);
    return { format: format === 'date' ? format : 'iso-8601' };
  };
  return [
    ...groups.map(({ field, by }) => ({ name: field, facts: by === undefined ? factsOf(field) : { format: 'date' } })),
    ...values.map((value) => ({
      name: valueName(value, groups),
      facts: value.operator.startsWith('count') ? {} : factsOf(value.field),
    })),
  ];
}

/** Returns `query.aggregate` of a search. */
export const aggregateOf = ({ groups, values, timeZone }: Aggregation): object => ({
  ...(groups.length > 0 && {
    group_by: groups.map(({ field, by }) => (by === undefined ? field : { field, by, time_zone: timeZone })),
  }),
  values: Object.fromEntries(values.map((value) => [valueName(value, groups), { [value.operator]: value.field }])),
});

/** Reads what {@link aggregateOf} returned, as JSON; undefined for anything else. */
export function aggregationOf(text: string | null): Aggregation | undefined {
  if (text === null) return undefined;
  try {
    const { group_by: groupBy = [], values } = JSON.parse(text) as Request;
    const groups = groupBy.map((group) => {
      if (typeof group === 'string') return { field: group };
      const by = periods.find((period) => period === group.by);
      return { field: String(group.field), ...(by !== undefined && { by }) };
    });
    const zone = groupBy.flatMap((group) => (typeof group === 'string' ? [] : (group.time_zone ?? []))).at(0);
    const rows = Object.values(values).flatMap((value) => {
      const [operator, field] = Object.entries(value)[0] ?? [];
      const isKnown = valueOperators.some((known) => known.value === operator);
      return operator !== undefined && isKnown ? [{ operator, field: String(field) }] : [];
    });
    const all = countOfAll();
    return {
      groups: groups.slice(0, maxGroups),
      values: rows.length === 0 ? all.values : rows.slice(0, maxValues),
      timeZone: zone ?? all.timeZone,
    };
  } catch {
    return undefined;
  }
}

interface Request {
  readonly group_by?: readonly (
    | string
    | { readonly field?: unknown; readonly by?: unknown; readonly time_zone?: string }
  )[];
  readonly values: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
