import type { ComparisonOperator, Condition, FieldReference, Scalar } from '../../query/condition.ts';
import { decimalKey } from '../../query/decimal-key.ts';
import { isNumber } from '../../query/exact-number.ts';
import { compareExactly } from './exact-number-sql.ts';
import { exactNumber, jsonPath, typeAt } from './field-sql.ts';
import { all, type Fragment, type Parameter, some, sql, verbatim } from './fragment.ts';
import type { TextCondition } from './text-matchers.ts';

/** Where conditions are evaluated. */
export interface ConditionScope {
  /** SQL of the document of a row. */
  readonly document: Fragment;
  /** SQL of the keys of a row's decimals. Array elements have none. */
  readonly decimals: Fragment;
  /** Returns SQL that tests whether a text satisfies a condition. */
  readonly matchesText: (text: Fragment, condition: TextCondition) => Fragment;
}

const comparisons: Readonly<Record<Exclude<ComparisonOperator, 'eq' | 'neq'>, Fragment>> = {
  gt: verbatim('>'),
  gte: verbatim('>='),
  lt: verbatim('<'),
  lte: verbatim('<='),
};
const equals = verbatim('=');
const signs = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/**
 * Returns a condition as SQL: true if it holds, false or null otherwise. It reads the documents, so it needs no index. Names and operands
 * are parameters.
 */
export function conditionSql(condition: Condition, scope: ConditionScope, depth = 0): Fragment {
  const below = (one: Condition) => conditionSql(one, scope, depth);
  switch (condition.kind) {
    case 'and':
      return all(condition.conditions.map(below));
    case 'or':
      return some(condition.conditions.map(below));
    case 'not':
      return sql`(${below(condition.condition)} IS NOT TRUE)`;
    case 'compare':
      return compareSql(condition.operator, condition.value, valueAt(condition.field, scope));
    case 'in':
      return inSql(condition.values, valueAt(condition.field, scope));
    case 'like':
    case 'keyword':
    case 'fuzzy': {
      const value = valueAt(condition.field, scope);
      return value.ofType(['text'], scope.matchesText(value.scalar, condition));
    }
    case 'contains':
      return containsSql(condition.value, valueAt(condition.field, scope));
    case 'any': {
      const { document, path, ofType } = valueAt(condition.field, scope);
      const element = `element${depth}`;
      const matches = conditionSql(
        condition.condition,
        { ...scope, document: verbatim(`${element}.value`) },
        depth + 1,
      );
      return ofType(
        ['array'],
        sql`EXISTS (SELECT 1 FROM json_each(${document}, ${path}) AS ${verbatim(element)}
          WHERE ${verbatim(element)}.type = 'object' AND ${matches})`,
      );
    }
  }
}

/** The value of a field in a document. */
interface FieldValue {
  readonly document: Fragment;
  readonly path: string;
  readonly scalar: Fragment;
  readonly isDecimal: boolean;
  /**
   * Returns a condition that holds only for values of some JSON types. A search field declared as a scalar contains only its type and null.
   */
  ofType(types: readonly string[], condition: Fragment): Fragment;
}

function valueAt({ root, below, type }: FieldReference, { document, decimals }: ConditionScope): FieldValue {
  const path = jsonPath(root === '' ? below : [root, ...below]);
  const isDecimal = type === 'decimal';
  const isDeclared = isDecimal || (root !== '' && below.length === 0 && type !== 'any' && type !== 'array');
  return {
    document,
    path,
    scalar: sql`${isDecimal ? decimals : document} ->> ${path}`,
    isDecimal,
    ofType: (types, condition) => {
      if (isDeclared) return condition;
      const list = verbatim(types.map((name) => `'${name}'`).join(', '));
      // CASE guards the condition against values of other types, whatever the evaluation order.
      return sql`(CASE WHEN json_type(${document}, ${path}) IN (${list}) THEN ${condition} END)`;
    },
  };
}

function compareSql(operator: ComparisonOperator, value: Scalar, field: FieldValue): Fragment {
  if (operator === 'neq') return sql`(${compareSql('eq', value, field)} IS NOT TRUE)`;
  if (value === null) return isNull(field);
  if (typeof value === 'bigint') return compareBigSql(operator, value, field);
  const sign = operator === 'eq' ? equals : comparisons[operator];
  return field.ofType(jsonTypesOf(value), sql`(${comparable(field.scalar, value)} ${sign} ${parameterOf(value)})`);
}

// Numbers beyond 2^53 are compared by their digits.
function compareBigSql(operator: Exclude<ComparisonOperator, 'neq'>, value: bigint, field: FieldValue): Fragment {
  const { document, path } = field;
  if (operator === 'eq') return field.ofType(['integer'], sql`(${document} -> ${path} = ${String(value)})`);
  const order = compareExactly(exactNumber(document, path), signs[operator], parameterOf(value));
  return field.ofType(jsonTypesOf(value), sql`(${order})`);
}

// SQLite reads integers exactly up to 2^63, and as doubles beyond. This does not affect how they compare with smaller ones.
function comparable(value: Fragment, operand: Scalar): Fragment {
  return typeof operand === 'number' ? sql`${value} + 0.0` : value;
}

function inSql(values: readonly Scalar[], field: FieldValue): Fragment {
  const texts = values.filter((value) => typeof value === 'string');
  const numbers = values.filter((value) => typeof value === 'number');
  const flags = values.filter((value) => typeof value === 'boolean');
  const bigs = values.filter((value) => typeof value === 'bigint').map(String);
  const { document, path } = field;
  return some([
    ...(values.includes(null) ? [isNull(field)] : []),
    ...(bigs.length > 0 ? [field.ofType(['integer'], sql`(${document} -> ${path} IN ${listSql(bigs)})`)] : []),
    ...[texts, numbers, flags].flatMap((group) => {
      const [first] = group;
      return first === undefined
        ? []
        : [field.ofType(jsonTypesOf(first, false), sql`(${comparable(field.scalar, first)} IN ${listSql(group)})`)];
    }),
  ]);
}

function containsSql(value: Scalar, { document, path, ofType }: FieldValue): Fragment {
  if (typeof value === 'bigint') {
    // `value` of an element is a double beyond 2^63.
    const isEqual = sql`(${document} -> ${path}) -> element.key = ${String(value)}`;
    return ofType(
      ['array'],
      sql`EXISTS (SELECT 1 FROM json_each(${document}, ${path}) AS element WHERE element.type = 'integer' AND ${isEqual})`,
    );
  }
  const types = verbatim(
    jsonTypesOf(value)
      .map((name) => `'${name}'`)
      .join(', '),
  );
  const isEqual =
    typeof value === 'string' || typeof value === 'number'
      ? sql`${comparable(verbatim('atom'), value)} = ${value}`
      : verbatim('1');
  return ofType(
    ['array'],
    sql`EXISTS (SELECT 1 FROM json_each(${document}, ${path}) WHERE type IN (${types}) AND ${isEqual})`,
  );
}

function isNull({ document, path, scalar, isDecimal }: FieldValue): Fragment {
  if (isDecimal) return sql`(${scalar} IS NULL)`;
  return sql`(${typeAt(document, path)} = 'null')`;
}

/** Binds any number of values as one parameter. */
export function listSql(values: readonly Exclude<Scalar, null>[]): Fragment {
  const list = JSON.stringify(values.map(parameterOf));
  return sql`(SELECT iif(typeof(value) = 'integer', value + 0.0, value) FROM json_each(${list}))`;
}

/** Returns a value as columns and SQLite's JSON functions represent it; a number beyond 2^53 as `exactNumberText` does. */
export function parameterOf(value: Exclude<Scalar, null>): string | number;
export function parameterOf(value: Scalar): Parameter;
export function parameterOf(value: Scalar): Parameter {
  if (typeof value === 'bigint') return decimalKey(value);
  return typeof value === 'boolean' ? Number(value) : value;
}

// JSON types of the values that can be compared with a value.
function jsonTypesOf(value: Scalar, isExact = true): readonly string[] {
  if (value === null) return ['null'];
  if (typeof value === 'string') return ['text'];
  if (isNumber(value)) return ['integer', 'real'];
  return isExact ? [String(value)] : ['true', 'false'];
}
