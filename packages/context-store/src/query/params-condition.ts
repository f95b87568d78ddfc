import type { StoredValue } from '../stores/context-store.ts';
import type { Condition, Scalar } from './condition.ts';
import { type Document, evaluate, fieldValue } from './evaluate.ts';
import { isNumber } from './exact-number.ts';
import { elementScope, IssueList, isPlainObject } from './issues.ts';
import { normalizeRecord } from './normalize-record.ts';
import { parseFilter } from './parse-filter.ts';

/** Texts longer than this are not searched; they count as values that cannot be compared. */
const longest = 10_000;

/** A condition over the params of a call, in the search language. */
export interface ParamsCondition {
  /**
   * Whether the params match, or contain a value that the condition cannot be decided for, because it is of another type than the operand. A
   * parameter that is not given is null.
   */
  mayMatch(params: Readonly<Record<string, unknown>>): boolean;
}

/**
 * Parses a condition over params: a filter of spec/search.md, whose fields are any parameters. `place` leads to it in the request. Throws
 * `invalid_query` with a JSON pointer per error.
 */
export function parseParamsCondition(when: unknown, place: readonly string[]): ParamsCondition {
  const issues = new IssueList();
  const condition = parseFilter(when, place, elementScope, issues);
  issues.throwIfAny();
  return {
    mayMatch: (params) => {
      if (condition === null) return true;
      const document = documentOf(params);
      return isUndecidable(condition, document) || evaluate(condition, document);
    },
  };
}

function documentOf(params: Readonly<Record<string, unknown>>): Document {
  const fields = Object.keys(params).map((name) => ({ name, type: 'any' as const, absent: false, members: {} }));
  return normalizeRecord({ connector: '', entity: '', fields }, params, '').document;
}

function isUndecidable(condition: Condition, document: Document): boolean {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.conditions.some((one) => isUndecidable(one, document));
    case 'not':
      return isUndecidable(condition.condition, document);
    case 'compare':
      return !isComparable(fieldValue(condition.field, document), condition.value);
    case 'in': {
      const value = fieldValue(condition.field, document);
      return !condition.values.some((operand) => isComparable(value, operand));
    }
    case 'like':
    case 'keyword':
    case 'fuzzy': {
      const value = fieldValue(condition.field, document);
      return value !== null && (typeof value !== 'string' || value.length > longest);
    }
    case 'contains': {
      const value = fieldValue(condition.field, document);
      return value !== null && !Array.isArray(value);
    }
    case 'any': {
      const value = fieldValue(condition.field, document);
      if (value === null) return false;
      if (!Array.isArray(value)) return true;
      return value.some(
        (element) => !isPlainObject(element) || isUndecidable(condition.condition, element as Document),
      );
    }
  }
}

const isComparable = (value: StoredValue, operand: Scalar): boolean =>
  value === null || operand === null || (isNumber(value) ? isNumber(operand) : typeof value === typeof operand);
