import type { TimeForm } from '@connectory/connector-sdk';
import { bounds } from './bounds.ts';
import type { Condition, FieldReference, LikePattern, Scalar } from './condition.ts';
import { decimalKey, exactNumber, isNumber } from './exact-number.ts';
import { type FieldType, isKeyed, type TimeType, timeForm, typeName, type ValueType, valueType } from './field-type.ts';
import { timeKey } from './instant.ts';
import { elementScope, type FieldScope, type IssueList, isPlainObject, type Place } from './issues.ts';
import { likePattern } from './like-match.ts';
import { isLongerThan, storedText, words } from './stored-text.ts';

/** The operators that contain field names, in the order of the documentation. */
export const fieldOperators = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'like',
  'keyword',
  'fuzzy',
  'contains',
  'any',
] as const;

/** An operator above field names. */
export type FieldOperator = (typeof fieldOperators)[number];

const ordered = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in'] as const;

const operatorsByType: Readonly<Record<ValueType, readonly FieldOperator[]>> = {
  string: [...ordered, 'like', 'keyword', 'fuzzy'],
  integer: ordered,
  number: ordered,
  boolean: ['eq', 'neq', 'in'],
  object: ['eq', 'neq'],
  array: ['contains', 'any', 'eq', 'neq'],
  any: fieldOperators,
};

/** Which operators a field of a type takes: decimals and times that are strings take those of strings. */
export function operatorsOf(type: FieldType): readonly FieldOperator[] {
  return operatorsByType[valueType(type)];
}

/** Why an operand does not fit. */
interface UnfitOperand {
  readonly code: string;
  readonly problem: string;
}

/** An operand that fits, made storable, or why it does not. */
type CheckedOperand<Value extends Scalar = Scalar> = { readonly value: Value } | UnfitOperand;

const wrongType = (problem: string): UnfitOperand => ({ code: 'invalid_type', problem });

/** Checks the scalar operand of eq, neq, gt, gte, lt, lte, of one value of in, and of contains. */
function checkScalar(operator: FieldOperator, type: FieldType, operand: unknown): CheckedOperand {
  const takesNull = operator === 'eq' || operator === 'neq' || operator === 'in' || operator === 'contains';
  if (operand === null)
    return takesNull ? { value: null } : wrongType('must not be null; use eq or neq to compare with null');
  if (isKeyed(type)) return type === 'decimal' ? checkDecimal(operand) : checkTime(type, operand);
  switch (operator === 'contains' ? 'any' : type) {
    case 'object':
      return wrongType('must be null: compare the fields of an object, as in {"eq": {"address.city": …}}');
    case 'array':
      return wrongType('must be null: use contains or any to search in an array');
    case 'boolean':
      return typeof operand === 'boolean' ? { value: operand } : wrongType('must be true or false');
    case 'string':
      return checkText(operand);
    case 'integer':
    case 'number':
      return isNumber(operand) ? checkNumber(operand) : wrongType('must be a number');
    case 'any':
      if (typeof operand === 'string') return checkText(operand);
      if (isNumber(operand)) return checkNumber(operand);
      if (typeof operand !== 'boolean') return wrongType('must be a string, a number, true, false or null');
      return isOrdering(operator) ? wrongType('must be a string or a number') : { value: operand };
  }
}

/** Checks the text operand of like, keyword and fuzzy. */
function checkText(operand: unknown): CheckedOperand<string> {
  if (typeof operand !== 'string') return wrongType('must be a string');
  const value = storedText(operand);
  if (!isLongerThan(value, bounds.operandLength)) return { value };
  return { code: 'too_long', problem: `is longer than ${bounds.operandLength} characters` };
}

function checkNumber(operand: number | bigint): CheckedOperand<number | bigint> {
  const value = exactNumber(operand);
  return value === null ? { code: 'out_of_range', problem: 'is too large for a number' } : { value };
}

function checkDecimal(operand: unknown): CheckedOperand<string> {
  const value = decimalKey(operand);
  return value === null ? wrongType('must be a number, or a string that contains one such as "9.50"') : { value };
}

const iso8601 = 'an ISO 8601 time or day such as "2026-03-01T12:00:00Z"';

const examplesOfTimes: Readonly<Record<TimeForm, string | null>> = {
  'iso-8601': null,
  date: null,
  'unix-seconds': 'Unix seconds such as 1772366400',
  'unix-decimal': 'Unix seconds such as "1772366400.000200"',
  'unix-milliseconds': 'Unix milliseconds such as 1772366400000',
  'unix-100-nanoseconds': 'Unix time in units of 100 nanoseconds such as "17723664000000000"',
  'rfc-2822': 'an RFC 2822 time such as "Sun, 01 Mar 2026 12:00:00 +0000"',
};

function checkTime(type: TimeType, operand: unknown): CheckedOperand<string> {
  const form = timeForm(type);
  const value = timeKey(form, operand);
  if (value !== null) return { value };
  const example = examplesOfTimes[form];
  return wrongType(`must be ${iso8601}${example === null ? '' : `, or ${example}`}`);
}

function isOrdering(operator: FieldOperator): boolean {
  return operator === 'gt' || operator === 'gte' || operator === 'lt' || operator === 'lte';
}

const operatorNames: readonly string[] = [...fieldOperators, 'and', 'or', 'not'];

/** `{}` has no conditions, so every record satisfies it. */
const everything: Condition = Object.freeze({ kind: 'and', conditions: Object.freeze([]) });

/** Context of a condition: its place in the request, its depth from 1, and the names it may use. */
interface Position {
  readonly place: Place;
  readonly depth: number;
  readonly scope: FieldScope;
}

/**
 * Parses a filter into a frozen tree. Errors go to the list; then the tree is of no use. What the filter `{}` means is null.
 */
export function parseFilter(filter: unknown, place: Place, scope: FieldScope, issues: IssueList): Condition | null {
  const condition = new FilterParser(issues, place).condition(filter, { place, depth: 1, scope });
  return condition === everything ? null : condition;
}

class FilterParser {
  readonly #issues: IssueList;
  readonly #root: Place;
  #nodes = 0;
  #texts = 0;

  constructor(issues: IssueList, root: Place) {
    this.#issues = issues;
    this.#root = root;
  }

  condition(input: unknown, position: Position): Condition {
    const { place, depth } = position;
    if (!isPlainObject(input))
      return this.#issue(place, 'invalid_type', 'must be an object such as {"eq": {"id": "a1"}}');
    if (depth > bounds.depth) return this.#issue(place, 'too_deep', `is nested deeper than ${bounds.depth} conditions`);
    const operators = Object.entries(input);
    if (operators.length === 0) {
      this.#countNode();
      return everything;
    }
    return conjunction(
      operators.flatMap(([operator, operand]) =>
        this.#operator(operator, operand, { ...position, place: [...place, operator] }),
      ),
    );
  }

  #operator(operator: string, operand: unknown, position: Position): readonly Condition[] {
    switch (operator) {
      case 'and':
      case 'or': {
        if (!this.#countNode()) return [];
        const conditions = this.#list(operand, position);
        return [Object.freeze({ kind: operator, conditions: Object.freeze(conditions) })];
      }
      case 'not': {
        if (!this.#countNode()) return [];
        return [Object.freeze({ kind: 'not', condition: this.condition(operand, deeper(position)) })];
      }
      default:
        return isFieldOperator(operator)
          ? this.#comparisons(operator, operand, position)
          : [this.#unknown(position.place, operator, operatorNames, 'is not an operator')];
    }
  }

  #list(operand: unknown, position: Position): readonly Condition[] {
    if (!Array.isArray(operand) || operand.length === 0) {
      return [this.#issue(position.place, 'invalid_type', 'must be an array of at least one condition')];
    }
    const conditions: Condition[] = [];
    for (const [index, condition] of operand.entries()) {
      if (this.#isExhausted) break;
      conditions.push(this.condition(condition, deeper(position, String(index))));
    }
    return conditions;
  }

  #comparisons(operator: FieldOperator, operand: unknown, position: Position): readonly Condition[] {
    const { place, scope } = position;
    if (!isPlainObject(operand))
      return [this.#issue(place, 'invalid_type', 'must be an object that maps a field to a value')];
    const fields = Object.entries(operand);
    if (fields.length === 0) return [this.#issue(place, 'required', 'names no field')];
    const conditions: Condition[] = [];
    for (const [name, value] of fields) {
      if (!this.#countNode()) break;
      const at = { ...position, place: [...place, name] };
      const found = scope.find(name);
      if ('field' in found) conditions.push(this.#comparison(operator, found.field, value, at));
      else if (found.isUnknown) this.#unknown(at.place, name, scope.names, found.problem);
      else this.#issue(at.place, 'invalid_field', found.problem);
    }
    return conditions;
  }

  #comparison(operator: FieldOperator, field: FieldReference, operand: unknown, position: Position): Condition {
    const { place } = position;
    const accepted = operatorsOf(field.type);
    if (!accepted.includes(operator)) {
      const problem = `is of type ${typeName(field.type)}, which ${operator} does not support; use ${accepted.join(', ')}`;
      return this.#issue(place, 'operator_not_allowed', problem);
    }
    switch (operator) {
      case 'in':
        return Object.freeze({ kind: 'in', field, values: this.#values(field, operand, place) });
      case 'like':
        return Object.freeze({ kind: 'like', field, pattern: this.#pattern(operand, place) });
      case 'keyword':
      case 'fuzzy':
        return Object.freeze({ kind: operator, field, words: this.#words(operator, operand, place) });
      case 'contains':
        return Object.freeze({ kind: 'contains', field, value: this.#scalar(operator, field, operand, place) });
      case 'any': {
        const condition = this.condition(operand, { place, depth: position.depth + 1, scope: elementScope });
        return Object.freeze({ kind: 'any', field, condition });
      }
      default:
        return Object.freeze({
          kind: 'compare',
          operator,
          field,
          value: this.#scalar(operator, field, operand, place),
        });
    }
  }

  #values(field: FieldReference, operand: unknown, place: Place): readonly Scalar[] {
    if (!Array.isArray(operand)) {
      this.#issue(place, 'invalid_type', 'must be an array of values');
      return [];
    }
    if (operand.length > bounds.inValues) {
      this.#issue(place, 'too_long', `has more than ${bounds.inValues} values`);
      return [];
    }
    return Object.freeze(operand.map((value, index) => this.#scalar('in', field, value, [...place, String(index)])));
  }

  #pattern(operand: unknown, place: Place): LikePattern {
    const pattern = likePattern(this.#checked(checkText(operand), place, ''));
    const wildcards = pattern.filter((part) => typeof part !== 'string').length;
    if (wildcards > bounds.wildcards) this.#issue(place, 'too_long', `has more than ${bounds.wildcards} wildcards`);
    this.#countTexts(1);
    return pattern;
  }

  #words(operator: 'keyword' | 'fuzzy', operand: unknown, place: Place): readonly string[] {
    const checked = checkText(operand);
    const found = new Set(words(this.#checked(checked, place, '')));
    if ('value' in checked && found.size === 0) this.#issue(place, 'no_word', 'has no letter and no digit');
    if (operator === 'fuzzy' && found.size > bounds.fuzzyWords) {
      this.#issue(place, 'too_long', `has more than ${bounds.fuzzyWords} different words`);
    }
    this.#countTexts(operator === 'fuzzy' ? found.size : 1);
    return Object.freeze([...found]);
  }

  #scalar(operator: FieldOperator, field: FieldReference, operand: unknown, place: Place): Scalar {
    return this.#checked(checkScalar(operator, field.type, operand), place, null);
  }

  #checked<Value extends Scalar>(checked: CheckedOperand<Value>, place: Place, otherwise: Value): Value {
    if ('value' in checked) return checked.value;
    this.#issue(place, checked.code, checked.problem);
    return otherwise;
  }

  // False when the filter has become too large, so that a huge one is not read to its end.
  #countNode(): boolean {
    this.#nodes += 1;
    if (this.#nodes === bounds.nodes + 1)
      this.#issue(this.#root, 'too_long', `has more than ${bounds.nodes} conditions`);
    return !this.#isExhausted;
  }

  #countTexts(texts: number): void {
    const max = bounds.searchedTexts;
    const before = this.#texts;
    this.#texts += texts;
    if (before > max || this.#texts <= max) return;
    const problem = `searches for more than ${max} words or patterns; each like and keyword counts as one, fuzzy as one per word`;
    this.#issue(this.#root, 'too_long', problem);
  }

  get #isExhausted(): boolean {
    return this.#nodes > bounds.nodes || this.#issues.isFull;
  }

  #issue(place: Place, code: string, problem: string): Condition {
    this.#issues.add(place, code, problem);
    return everything;
  }

  #unknown(place: Place, name: string, accepted: readonly string[], problem: string): Condition {
    this.#issues.addUnknown(place, name, accepted, problem);
    return everything;
  }
}

function deeper(position: Position, ...step: readonly string[]): Position {
  return { ...position, place: [...position.place, ...step], depth: position.depth + 1 };
}

function conjunction(conditions: readonly Condition[]): Condition {
  const [only] = conditions;
  return only !== undefined && conditions.length === 1
    ? only
    : Object.freeze({ kind: 'and', conditions: Object.freeze(conditions) });
}

function isFieldOperator(name: string): name is FieldOperator {
  return (fieldOperators as readonly string[]).includes(name);
}
