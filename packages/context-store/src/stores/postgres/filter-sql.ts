import { writeExactly } from '@connectory/exact-json';
import type { Condition, FieldReference, Scalar } from '../../query/condition.ts';
import { type EntityTable, hasIndex, scopedJson } from './entity-table.ts';
import { type FieldValue, fieldValue } from './field-value.ts';
import { compareJson, jsonContains, jsonHasWord, jsonIsIn, jsonIsLike, jsonIsNull } from './json-condition.ts';
import { likeText } from './like-text.ts';
import { type PlainKind, plainValue } from './plain-value.ts';
import { requiredParts } from './required-parts.ts';
import type { JsonText } from './searchable-texts.ts';
import type { Parameters } from './statement.ts';
import { compareText, isText, orderOperators, textIsIn, textIsLike } from './text-condition.ts';
import { type WantedWords, wordCondition, wordScope } from './word-index.ts';

/** Inputs of a filter's SQL in addition to the filter. */
export interface FilterSurroundings {
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
export function filterSql(filter: Condition, surroundings: FilterSurroundings): string {
  return new FilterWriter(surroundings).write(filter, false, null);
}

class FilterWriter {
  readonly #surroundings: FilterSurroundings;
  readonly #parameters: Parameters;
  #elements = 0;

  constructor(surroundings: FilterSurroundings) {
    this.#surroundings = surroundings;
    this.#parameters = surroundings.parameters;
  }

  write(condition: Condition, negated: boolean, element: JsonText | null): string {
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
      default: {
        if (condition.kind === 'compare' && condition.operator === 'neq') {
          return this.write({ ...condition, operator: 'eq' }, !negated, element);
        }
        return negated ? `((${this.#comparison(condition, element)}) is not true)` : this.#narrowed(condition, element);
      }
    }
  }

  #comparison(condition: Comparison, element: JsonText | null): string {
    const field = this.#field(condition.field, element);
    switch (condition.kind) {
      case 'compare': {
        const { operator, value } = condition;
        if (operator === 'eq' || operator === 'neq') return this.#equals(field, value);
        return value === null ? 'false' : this.#orders(operator, field, value);
      }
      case 'in':
        return this.#isIn(field, condition.values);
      case 'like': {
        const pattern = likeText(condition.pattern);
        if (field.kind === 'text') return textIsLike(field.columns, pattern, this.#parameters);
        return field.kind === 'json' ? jsonIsLike(field, pattern, this.#parameters) : 'false';
      }
      case 'keyword':
        return this.#hasWord(field, { equal: condition.words, beginning: [] });
      case 'fuzzy': {
        const words = condition.words.map((word) =>
          this.#hasWord(field, { equal: this.#surroundings.near.get(word) ?? [], beginning: [word] }),
        );
        return `(${words.join(' and ')})`;
      }
      case 'contains':
        return field.kind === 'json' ? jsonContains(field.value, condition.value, this.#parameters) : 'false';
      case 'any':
        return field.kind === 'json' ? this.#any(field, condition.condition) : 'false';
    }
  }

  #field(reference: FieldReference, element: JsonText | null): FieldValue {
    return fieldValue(this.#surroundings.table, element, reference, this.#parameters);
  }

  #equals(field: FieldValue, value: Scalar): string {
    if (field.kind === 'json') {
      return value === null ? jsonIsNull(field.value) : compareJson('eq', field.value, value, this.#parameters);
    }
    if (value === null) return isNull(field);
    if (field.kind === 'text') {
      return isText(value) ? compareText('eq', field.columns, value, this.#parameters) : 'false';
    }
    return `${field.expression} = ${this.#bindPlain(field.kind, value)}`;
  }

  #orders(operator: 'gt' | 'gte' | 'lt' | 'lte', field: FieldValue, value: NonNullable<Scalar>): string {
    if (field.kind === 'json') return compareJson(operator, field.value, value, this.#parameters);
    if (field.kind === 'text') {
      return isText(value) ? compareText(operator, field.columns, value, this.#parameters) : 'false';
    }
    return `${field.expression} ${orderOperators[operator]} ${this.#bindPlain(field.kind, value)}`;
  }

  #isIn(field: FieldValue, values: readonly Scalar[]): string {
    const given = values.filter((value) => value !== null);
    const isGiven = this.#isGiven(field, given);
    return given.length === values.length ? isGiven : `(${isGiven} or ${isNull(field)})`;
  }

  #isGiven(field: FieldValue, values: readonly NonNullable<Scalar>[]): string {
    switch (field.kind) {
      case 'json':
        return jsonIsIn(field.value, values, this.#parameters);
      case 'text':
        return textIsIn(field.columns, values.filter(isText), this.#parameters);
      default: {
        const list = values.map((value) => plainValue(field.kind, value));
        const type = field.kind === 'boolean' ? 'boolean[]' : 'numeric[]';
        return `${field.expression} = any(${this.#parameters.bind(list, type)})`;
      }
    }
  }

  #hasWord(field: FieldValue, wanted: WantedWords): string {
    if (field.kind === 'text') {
      const scope = wordScope(this.#surroundings.connectionId, field.columns.number);
      return wordCondition(scope, wanted, this.#parameters);
    }
    return field.kind === 'json' ? jsonHasWord(field, wanted, this.#parameters) : 'false';
  }

  #any(field: JsonText, condition: Condition): string {
    this.#elements += 1;
    const name = `element${this.#elements}`;
    const element = { value: `${name}.value`, texts: `(${field.texts} -> (${name}.place - 1)::integer)` };
    const list = `jsonb_array_elements(case when jsonb_typeof(${field.value}) = 'array' then ${field.value} end)`;
    return `exists (select from ${list} with ordinality as ${name} (value, place)
      where jsonb_typeof(${name}.value) = 'object' and ${this.write(condition, false, element)})`;
  }

  // For everything but `any`, the index of values inside JSON is equivalent to the comparison. Writing both would make the database
  // underestimate the number of matches.
  #narrowed(condition: Comparison, element: JsonText | null): string {
    const { table, connectionId } = this.#surroundings;
    const columns = table.columns.get(condition.field.root);
    const isIndexed = columns?.kind === 'json' && hasIndex(table, 'members', columns);
    const required = isIndexed ? requiredParts(condition) : [];
    if (columns === undefined || required.length === 0) return this.#comparison(condition, element);
    const comparison = condition.kind === 'any' ? [this.#comparison(condition, element)] : [];
    const parts = required.map((part) => {
      const wanted = writeExactly({ [connectionId]: part });
      return `${scopedJson(columns)} @> ${this.#parameters.bind(wanted, 'jsonb')}`;
    });
    return `(${[...parts, ...comparison].join(' and ')})`;
  }

  #bindPlain(kind: PlainKind, value: NonNullable<Scalar>): string {
    return this.#parameters.bind(plainValue(kind, value), kind === 'boolean' ? 'boolean' : 'numeric');
  }
}

function isNull(field: FieldValue): string {
  if (field.kind === 'json') return jsonIsNull(field.value);
  return `${field.kind === 'text' ? field.columns.value : field.expression} is null`;
}
