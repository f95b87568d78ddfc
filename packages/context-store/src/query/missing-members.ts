import type { StoredRecord } from '../stores/context-store.ts';
import type { Condition, FieldReference } from './condition.ts';
import { fieldValue } from './evaluate.ts';
import { isPlainObject, nearestName } from './issues.ts';

/** Number of records that are looked at. */
export const sampledRecords = 100;

const maxWarnings = 5;

/**
 * Warnings about a search without results: the undeclared members that its filter names and that none of the first records of the copy has,
 * each with the nearest name of a member they have. `first` reads some records; a filter without such members reads none.
 */
export async function missingMembers(
  filter: Condition,
  first: (limit: number) => Promise<readonly StoredRecord[]>,
): Promise<readonly string[]> {
  const members = new Map(
    references(filter)
      .filter(({ root, below, type }) => root !== '' && below.length > 0 && type === 'any')
      .map((field) => [nameOf(field), field]),
  );
  if (members.size === 0) return [];
  const records = await first(sampledRecords);
  const missing = [...members].filter(
    ([, field]) => records.length > 0 && records.every(({ document }) => fieldValue(field, document) === null),
  );
  const subject = records.length < sampledRecords ? 'No record' : `None of the first ${records.length} records`;
  return missing.slice(0, maxWarnings).map(([name, field]) => {
    const near = nearestName(name, siblings(field, records));
    return `${subject} has ${name}.${near === undefined ? '' : ` Did you mean ${near}?`}`;
  });
}

function references(condition: Condition): readonly FieldReference[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.conditions.flatMap(references);
    case 'not':
      return references(condition.condition);
    default:
      return [condition.field];
  }
}

const nameOf = ({ root, below }: FieldReference) => [root, ...below].join('.');

function siblings({ root, below }: FieldReference, records: readonly StoredRecord[]): readonly string[] {
  const parent: FieldReference = { root, below: below.slice(0, -1), type: 'any' };
  const names = records.flatMap(({ document }) => {
    const object = fieldValue(parent, document);
    return isPlainObject(object) ? Object.keys(object) : [];
  });
  return [...new Set(names)].map((name) => `${nameOf(parent)}.${name}`);
}
