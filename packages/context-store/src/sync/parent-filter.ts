import type { Entity, ParentFilter, RawValue } from '@connectory/connector-sdk';
import { GatewayError } from '@connectory/errors';
import type { Condition } from '../query/condition.ts';
import { evaluate } from '../query/evaluate.ts';
import { entityScope, IssueList } from '../query/issues.ts';
import { normalizeRecord } from '../query/normalize-record.ts';
import { parseFilter } from '../query/parse-filter.ts';
import type { StoredRecord } from '../stores/context-store.ts';
import type { EntityLayout } from '../stores/entity-layout.ts';

/** Parses the filter of a plan that has this name, over the fields of a copy. Returns a sentence with the reason if the filter is invalid. */
export function parentCondition(
  layout: EntityLayout,
  filter: ParentFilter | undefined,
  name: 'where' | 'gone' = 'where',
): Condition | null | string {
  if (filter === undefined) return null;
  const issues = new IssueList();
  const condition = parseFilter(filter, [name], entityScope(layout), issues);
  try {
    issues.throwIfAny();
  } catch (error) {
    if (GatewayError.is(error)) return error.message;
    throw error;
  }
  return condition;
}

/** Whether a parent is one of those that are read. */
export function isWanted(condition: Condition | null, document: StoredRecord['document']): boolean {
  return condition === null || evaluate(condition, document);
}

/** The fields of a record that is read live, of any type. */
export function recordLayout(connector: string, { name, record }: Pick<Entity, 'name' | 'record'>): EntityLayout {
  const fields = Object.keys(record.shape).map((field) => ({
    name: field,
    type: 'any' as const,
    absent: false,
    members: {},
  }));
  return { connector, entity: name, fields };
}

/** A record as filters see it. */
export function documentOf(layout: EntityLayout, record: RawValue): StoredRecord['document'] {
  return normalizeRecord(layout, Object(record), '').document;
}
