import { parseExact } from '../gateway/exact-json.ts';
import type { SearchField } from './operators.ts';

/** One condition as it is entered. */
export interface ConditionRow {
  /** Tells rows apart while they are moved and removed. */
  readonly id: number;
  readonly field: string;
  readonly operator: string;
  /** What was entered: one text, or several for an operator that takes several. */
  readonly operand: readonly string[];
}

/** A search as it is entered. */
export interface SearchDraft {
  readonly match: 'and' | 'or';
  readonly conditions: readonly ConditionRow[];
  readonly sort: { readonly field: string; readonly direction: 'asc' | 'desc' } | undefined;
  readonly limit: number;
  readonly explain: boolean;
}

/** The params of `context_store_search` for a search. Conditions keep their places, so that the pointer of a fault leads to its row. */
export function paramsOf(draft: SearchDraft, fields: readonly SearchField[]): Readonly<Record<string, unknown>> {
  const { match, conditions, sort, limit, explain } = draft;
  return {
    query: {
      ...(conditions.length > 0 && { filter: { [match]: conditions.map((row) => conditionOf(row, fields)) } }),
      ...(sort !== undefined && { sort: [{ [sort.field]: sort.direction }] }),
    },
    limit,
    ...(explain && { explain }),
  };
}

function conditionOf({ field, operator, operand }: ConditionRow, fields: readonly SearchField[]): object {
  if (operator === 'absent') return { eq: { [field]: null } };
  if (operator === 'present') return { neq: { [field]: null } };
  const type = fields.find(({ name }) => name === field)?.type ?? 'string';
  const values = operand.map((text) => operandOf(text, type));
  return { [operator]: { [field]: operator === 'in' ? values : (values[0] ?? '') } };
}

// What is no value of the type is sent as the text it is: the gateway says what it should be.
function operandOf(text: string, type: string): unknown {
  if (type === 'string' || type === 'decimal') return text;
  try {
    const value = parseExact(text.trim());
    return typeof value === 'object' && value === null ? text : value;
  } catch {
    return text;
  }
}

/** The row that a JSON pointer of a problem names; undefined when it names something else. */
export function rowOf(pointer: string): number | undefined {
  const index = /^\/params\/query\/filter\/(?:and|or)\/(\d+)/.exec(pointer)?.[1];
  return index === undefined ? undefined : Number(index);
}
