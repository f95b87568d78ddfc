import type { ComparisonOperator, Condition, FieldReference, LikePattern, Scalar } from '../../query/condition.ts';
import { decimalKey, isNumber } from '../../query/exact-number.ts';
import { isKeyed } from '../../query/field-type.ts';
import { wordMatcher } from '../../query/fuzzy-match.ts';
import { matchesLike } from '../../query/like-match.ts';
import { fold, words } from '../../query/stored-text.ts';
import type { ConnectionFile } from './connection-file.ts';
import type { Deadline } from './deadline.ts';
import { all, type Fragment, type Parameter, some, sql, verbatim } from './fragment.ts';
import { compareExactly, exactNumber, jsonPath, typeAt } from './values.ts';

/** Where conditions are evaluated. */
export interface ConditionScope {
  /** SQL of the document of a row. */
  readonly document: Fragment;
  /** SQL of the keys of a row's decimals and times. Array elements have none. */
  readonly keys: Fragment;
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
      const value = textAt(condition.field, scope);
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
  readonly isKey: boolean;
  /**
   * Returns a condition that holds only for values of some JSON types. A search field declared as a scalar contains only its type and null.
   */
  ofType(types: readonly string[], condition: Fragment): Fragment;
}

function valueAt({ root, below, type }: FieldReference, { document, keys }: ConditionScope): FieldValue {
  const path = jsonPath(root === '' ? below : [root, ...below]);
  const isKey = isKeyed(type);
  const isDeclared = isKey || (root !== '' && below.length === 0 && type !== 'any' && type !== 'array');
  return {
    document,
    path,
    scalar: sql`${isKey ? keys : document} ->> ${path}`,
    isKey,
    ofType: (types, condition) => {
      if (isDeclared) return condition;
      const list = verbatim(types.map((name) => `'${name}'`).join(', '));
      // CASE guards the condition against values of other types, whatever the evaluation order.
      return sql`(CASE WHEN json_type(${document}, ${path}) IN (${list}) THEN ${condition} END)`;
    },
  };
}

// The text of a decimal or time is searched as the vendor wrote it.
function textAt(field: FieldReference, scope: ConditionScope): FieldValue {
  return valueAt(isKeyed(field.type) ? { ...field, type: 'string' } : field, scope);
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

function isNull({ document, path, scalar, isKey }: FieldValue): Fragment {
  if (isKey) return sql`(${scalar} IS NULL)`;
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

/** A condition on the text of a field. */
export type TextCondition = Extract<Condition, { readonly kind: 'like' | 'keyword' | 'fuzzy' }>;

type TextTest = (text: string) => boolean;

/**
 * The text conditions of the current search as a SQL function. It compares texts with the same code as the reference evaluator, and
 * receives the number of a test, never the operand.
 */
export class TextMatchers {
  #tests: TextTest[] = [];

  constructor({ connection }: ConnectionFile, deadline: Deadline) {
    connection.function(
      'connectory_matches',
      { deterministic: true, directOnly: true },
      (text: unknown, test: unknown) => {
        // A document may contain any number of texts.
        deadline.check();
        return typeof text === 'string' && this.#tests[Number(test)]?.(text) === true ? 1 : 0;
      },
    );
  }

  /** Forgets the tests of the previous search. */
  clear(): void {
    this.#tests = [];
  }

  /** Returns SQL that tests whether the value of `text` satisfies a condition. Null satisfies none. */
  matches(text: Fragment, condition: TextCondition): Fragment {
    const prefilter = textPrefilter(text, condition);
    if (prefilter?.isExact) return prefilter.condition;
    this.#tests.push(textTest(condition));
    const matches = sql`connectory_matches(${text}, ${this.#tests.length - 1})`;
    return prefilter === null ? matches : sql`(${prefilter.condition} AND ${matches})`;
  }
}

function textTest(condition: TextCondition): TextTest {
  switch (condition.kind) {
    case 'like':
      return (text) => matchesLike(condition.pattern, fold(text));
    case 'keyword': {
      const wanted = new Set(condition.words);
      return (text) => words(text).some((word) => wanted.has(word));
    }
    case 'fuzzy': {
      const matchers = condition.words.map(wordMatcher);
      return (text) => {
        const found = words(text);
        return matchers.every((matcher) => found.some(matcher));
      };
    }
  }
}

const maxPatterns = 8;
const minLength = 2;
const maxLength = 40;

/** A test that SQLite runs natively. */
export interface TextPrefilter {
  readonly condition: Fragment;
  /** Whether it holds only for texts that satisfy the condition. */
  readonly isExact: boolean;
}

/**
 * Returns a condition that SQLite tests natively, several times faster than our function. It holds for every text that satisfies
 * `condition`, and for some others. Null if there is none.
 */
export function textPrefilter(text: Fragment, condition: TextCondition): TextPrefilter | null {
  if (condition.kind === 'fuzzy') return null;
  if (condition.kind === 'like') {
    const [best = ''] = condition.pattern
      .flatMap((part) => (typeof part === 'string' ? asciiPart(part) : []))
      .toSorted((one, other) => other.length - one.length);
    if (best.length < minLength) return null;
    return { condition: hasPart(text, best), isExact: isPartOnly(condition.pattern, best) };
  }
  const parts = condition.words.map(asciiPart);
  if (parts.length > maxPatterns || parts.some((part) => part.length < minLength)) return null;
  // Combining accents can occur between the letters of a word.
  const hasOthers = sql`length(${text}) < octet_length(${text})`;
  return { condition: some([...parts.map((part) => hasPart(text, part)), hasOthers]), isExact: false };
}

function isPartOnly(pattern: LikePattern, part: string): boolean {
  const [before, text, after] = pattern;
  return isMany(before) && text === part && isMany(after) && pattern.length === 3 && !/[ik]/.test(part);
}

function isMany(part: LikePattern[number] | undefined): boolean {
  return typeof part === 'object' && part.wildcard === 'many';
}

// SQLite ignores case only for ASCII letters.
function asciiPart(text: string): string {
  const parts = text.match(/[ -~]+/g) ?? [];
  const [best = ''] = parts.toSorted((one, other) => other.length - one.length);
  return best.slice(0, maxLength);
}

// U+0130 and U+212A are the non-ASCII letters that fold to ASCII: to i and k.
function hasPart(text: Fragment, part: string): Fragment {
  const pattern = part.replaceAll(/[\\%_]/g, '\\$&').replaceAll(/[ik]/g, '_');
  return sql`${text} LIKE ${`%${pattern}%`} ESCAPE '\\'`;
}
