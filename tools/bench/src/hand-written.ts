import type { StoredRecord } from '@connectory/context-store';
import type { Ask, Filter } from './questions.ts';

/** A statement with its parameters. */
export interface Statement {
  readonly text: string;
  readonly parameters: readonly (string | number | readonly (string | number)[])[];
}

/** A table of tickets with hand-written SQL, alongside which the store is measured. */
export interface HandWritten {
  /** Writes a page of new records in one transaction. */
  write(records: readonly StoredRecord[]): unknown;
  /** Builds the b-trees that are built after a load. */
  endLoad(): unknown;
  /** Builds the indexes that only some questions need. */
  prepareQuestions(): unknown;
  /** Statements with the result of a search; the fastest counts. */
  statements(ask: Ask): readonly Statement[];
  /** Runs a statement. Returns the documents it found, as JSON. */
  run(statement: Statement): Promise<readonly string[]>;
  close(): Promise<unknown>;
}

/** The fields that records are looked up or sorted by from the beginning, as in the store: each has a b-tree. */
export const orderedFields: Readonly<Record<string, 'text' | 'number'>> = {
  id: 'number',
  external_id: 'text',
  status: 'text',
  priority: 'text',
  type: 'text',
  created_at: 'text',
  updated_at: 'text',
  due_at: 'text',
  requester_id: 'number',
  assignee_id: 'number',
  organization_id: 'number',
  group_id: 'number',
  brand_id: 'number',
};

/** The texts whose words are indexed from the beginning, as in the store. */
export const wordFields = ['subject', 'description', 'status', 'priority', 'type'];

/** The words of a text, each once. */
export const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);

/** Renders one comparison as SQL; `field` is a dotted path. */
export type Comparison = (operator: string, field: string, operand: unknown) => string;

/** Renders a filter whose conditions must all hold as SQL. */
export function conditionOf(filter: Filter, comparison: Comparison): string {
  const conditions = Object.entries(filter).flatMap(([operator, operand]) => {
    if (operator === 'and') return (operand as readonly Filter[]).map((one) => conditionOf(one, comparison));
    if (operator === 'or') {
      return `(${(operand as readonly Filter[]).map((one) => conditionOf(one, comparison)).join(' or ')})`;
    }
    if (operator === 'not') return `(${conditionOf(operand as Filter, comparison)}) is not true`;
    return Object.entries(operand as Filter).map(([field, value]) => comparison(operator, field, value));
  });
  return conditions.join(' and ');
}

/** The SQL signs of the operators that compare. */
export const signs: Readonly<Record<string, string>> = { eq: '=', gte: '>=', lt: '<' };
