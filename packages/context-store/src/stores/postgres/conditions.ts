import { writeExactly } from '@connectory/exact-json';
import type { ComparisonOperator, Condition, FieldReference, LikePattern, Scalar } from '../../query/condition.ts';
import { isNumber } from '../../query/exact-number.ts';
import { isKeyed } from '../../query/field-type.ts';
import {
  type EntityTable,
  type FieldColumns,
  foldedText,
  hasIndex,
  headAndRest,
  isJson,
  scopedJson,
} from './entity-table.ts';
import type { Parameters } from './statement.ts';
import {
  bindPlain,
  type FieldValue,
  fieldValue,
  foldedJson,
  isNull,
  type JsonSql,
  numberOf,
  plainTypes,
  plainValue,
  spacedWords,
  textOf,
} from './values.ts';
import { type WantedWords, wordCondition, wordScope } from './words.ts';

/** Inputs of a filter's SQL in addition to the filter. */
export interface FilterContext {
  readonly table: EntityTable;
  readonly connectionId: string;
  /** Words of the vocabulary near each word of a fuzzy operand (`nearWords`). */
  readonly near: ReadonlyMap<string, readonly string[]>;
  readonly parameters: Parameters;
}

/** A condition on one field. */
export type Comparison = Exclude<Condition, { readonly kind: 'and' | 'or' | 'not' }>;

/**
 * SQL of a filter: true for exactly the records that `evaluate` accepts, and false or null for the others. Negations are pushed down to the
 * comparisons, so that indexes can serve the remaining conditions and null is never negated.
 */
export function filterSql(filter: Condition, context: FilterContext): string {
  return new FilterWriter(context).write(filter, false, null);
}

/** The words of all fuzzy operands of a filter. */
export function fuzzyWords(condition: Condition): readonly string[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.conditions.flatMap(fuzzyWords);
    case 'not':
    case 'any':
      return fuzzyWords(condition.condition);
    case 'fuzzy':
      return condition.words;
    default:
      return [];
  }
}

/**
 * Returns what the JSON value of a field must contain to satisfy a condition, as values for PostgreSQL's `@>`. For everything but `any`, it
 * is also sufficient. Empty if nothing can be required.
 */
export function requiredParts(condition: Condition): readonly unknown[] {
  switch (condition.kind) {
    case 'and':
      return condition.conditions.flatMap(requiredParts);
    case 'compare':
      // The same decimal or time can be written in several ways.
      if (isKeyed(condition.field.type)) return [];
      return condition.operator === 'eq' && condition.value !== null ? [at(condition.field, condition.value)] : [];
    case 'contains':
      return [at(condition.field, [condition.value])];
    case 'any':
      return requiredParts(condition.condition).map((part) => at(condition.field, [part]));
    default:
      return [];
  }
}

// A value in the objects along a path.
function at({ below }: Pick<FieldReference, 'below'>, value: Scalar | readonly unknown[]): unknown {
  return below.reduceRight<unknown>((inner, name) => Object.fromEntries([[name, inner]]), value);
}

type Operator = Exclude<ComparisonOperator, 'neq'>;

const operators: Readonly<Record<Operator, string>> = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' };

class FilterWriter {
  readonly #context: FilterContext;
  readonly #parameters: Parameters;
  #elements = 0;

  constructor(context: FilterContext) {
    this.#context = context;
    this.#parameters = context.parameters;
  }

  write(condition: Condition, negated: boolean, element: JsonSql | null): string {
    switch (condition.kind) {
      case 'not':
        return this.write(condition.condition, !negated, element);
      case 'and':
      case 'or': {
        const joinsAll = (condition.kind === 'and') !== negated;
        const parts = condition.conditions.map((one) => this.write(one, negated, element));
        if (parts.length === 0) return joinsAll ? 'true' : 'false';
        return `(${parts.join(joinsAll ? ' and ' : ' or ')})`;
      }
      default:
        if (condition.kind === 'compare' && condition.operator === 'neq') {
          return this.write({ ...condition, operator: 'eq' }, !negated, element);
        }
        return negated ? `((${this.#comparison(condition, element)}) is not true)` : this.#narrowed(condition, element);
    }
  }

  // The index of values inside JSON replaces all comparisons that it decides. Writing both would make the database underestimate the number
  // of matches.
  #narrowed(condition: Comparison, element: JsonSql | null): string {
    const { table, connectionId } = this.#context;
    const columns = table.columns.get(condition.field.root);
    const isIndexed = columns !== undefined && isJson(columns) && hasIndex(table, 'members', columns);
    const required = isIndexed ? requiredParts(condition) : [];
    if (columns === undefined || required.length === 0) return this.#comparison(condition, element);
    const comparison = condition.kind === 'any' ? [this.#comparison(condition, element)] : [];
    const parts = required.map((part) => {
      const wanted = writeExactly({ [connectionId]: part });
      return `${scopedJson(columns)} @> ${this.#parameters.bind(wanted, 'jsonb')}`;
    });
    return `(${[...parts, ...comparison].join(' and ')})`;
  }

  #comparison(condition: Comparison, element: JsonSql | null): string {
    const field = fieldValue(this.#context.table, element, condition.field, this.#parameters);
    switch (condition.kind) {
      case 'compare':
        return this.#compare(condition.operator === 'neq' ? 'eq' : condition.operator, field, condition.value);
      case 'in': {
        const values = condition.values.filter((value) => value !== null);
        const isOneOf = this.#isOneOf(field, values);
        return values.length === condition.values.length ? isOneOf : `(${isOneOf} or ${isNull(field)})`;
      }
      case 'like':
        return this.#isLike(field, likeText(condition.pattern));
      case 'keyword':
        return this.#hasWord(field, { equal: condition.words, beginning: [] });
      case 'fuzzy': {
        const { near } = this.#context;
        const words = condition.words.map((word) =>
          this.#hasWord(field, { equal: near.get(word) ?? [], beginning: [word] }),
        );
        return `(${words.join(' and ')})`;
      }
      // A value that is no JSON array has no elements.
      case 'contains':
        if (field.kind !== 'json') return 'false';
        return `${field.value} @> ${this.#parameters.bind(writeExactly([condition.value]), 'jsonb')}`;
      case 'any':
        return field.kind === 'json' ? this.#any(field, condition.condition) : 'false';
    }
  }

  #compare(operator: Operator, field: FieldValue, value: Scalar): string {
    if (value === null) return operator === 'eq' ? isNull(field) : 'false';
    switch (field.kind) {
      case 'json':
        return this.#compareJson(operator, field.value, value);
      case 'text':
        return typeof value === 'string' ? this.#compareText(operator, field.columns, value) : 'false';
      default:
        return `${field.expression} ${operators[operator]} ${bindPlain(field.kind, value, this.#parameters)}`;
    }
  }

  // By strict type: a value of another type never satisfies it.
  #compareJson(operator: Operator, value: string, operand: NonNullable<Scalar>): string {
    const symbol = operators[operator];
    if (operator === 'eq') return `${value} = ${this.#parameters.bind(writeExactly(operand), 'jsonb')}`;
    if (typeof operand === 'string') return `${textOf(value)} ${symbol} ${this.#parameters.bind(operand, 'text')}`;
    if (isNumber(operand)) return `${numberOf(value)} ${symbol} ${this.#parameters.bind(String(operand), 'numeric')}`;
    return 'false';
  }

  #compareText(operator: Operator, { value, rest }: FieldColumns, operand: string): string {
    const parts = headAndRest(operand);
    const head = this.#parameters.bind(parts.head, 'text');
    const symbol = operators[operator];
    if (parts.rest === null) return `${value} ${symbol} ${head}`;
    const tail = this.#parameters.bind(parts.rest, 'text');
    if (operator === 'eq') return `(${value} = ${head} and ${rest} = ${tail})`;
    const strict = symbol.slice(0, 1);
    return `(${value} ${strict}= ${head} and (${value} ${strict} ${head} or ${rest} ${symbol} ${tail}))`;
  }

  #isOneOf(field: FieldValue, values: readonly NonNullable<Scalar>[]): string {
    switch (field.kind) {
      case 'json': {
        const list = values.map((value) => writeExactly(value));
        return `${field.value} = any(${this.#parameters.bind(list, 'jsonb[]')})`;
      }
      case 'text': {
        const texts = values.filter((value) => typeof value === 'string');
        const short = texts.filter((text) => headAndRest(text).rest === null);
        const conditions = [
          ...(short.length > 0 ? [`${field.columns.value} = any(${this.#parameters.bind(short, 'text[]')})`] : []),
          ...texts.flatMap((text) => (short.includes(text) ? [] : [this.#compareText('eq', field.columns, text)])),
        ];
        return conditions.length === 0 ? 'false' : `(${conditions.join(' or ')})`;
      }
      default: {
        const list = values.map((value) => plainValue(field.kind, value));
        return `${field.expression} = any(${this.#parameters.bind(list, `${plainTypes[field.kind]}[]`)})`;
      }
    }
  }

  #isLike(field: FieldValue, pattern: string): string {
    const source = 'source' in field ? field.source : field;
    if (source === null) return 'false';
    const folded = source.kind === 'text' ? foldedText(source.columns) : foldedJson(source);
    return `${folded} like ${this.#parameters.bind(pattern, 'text')}`;
  }

  // True if the text has one of the words.
  #hasWord(field: FieldValue, wanted: WantedWords): string {
    const source = 'source' in field ? field.source : field;
    if (source === null) return 'false';
    if (source.kind === 'text') {
      const scope = wordScope(this.#context.connectionId, source.columns.number);
      return wordCondition(scope, wanted, this.#parameters);
    }
    const patterns = [...wanted.equal.map((word) => `% ${word} %`), ...wanted.beginning.map((word) => `% ${word}%`)];
    return `${spacedWords(source)} like any(${this.#parameters.bind(patterns, 'text[]')})`;
  }

  #any(field: JsonSql, condition: Condition): string {
    this.#elements += 1;
    const name = `element${this.#elements}`;
    const element = { value: `${name}.value`, texts: `(${field.texts} -> (${name}.place - 1)::integer)` };
    const list = `jsonb_array_elements(case when jsonb_typeof(${field.value}) = 'array' then ${field.value} end)`;
    return `exists (select from ${list} with ordinality as ${name} (value, place)
      where jsonb_typeof(${name}.value) = 'object' and ${this.write(condition, false, element)})`;
  }
}

// In the syntax of PostgreSQL's LIKE.
function likeText(pattern: LikePattern): string {
  return pattern
    .map((part) => (typeof part === 'string' ? part.replace(/[\\%_]/g, '\\$&') : part.wildcard === 'one' ? '_' : '%'))
    .join('');
}
