import { type Condition, type EntityLayout, parseSearch } from '@connectory/context-store';
import type { RecordRule } from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';

/** Each looks at a whole text of each record while nobody else is served. */
const maxOnTexts = 10;
const maxParts = 500;

/** The condition of all rules on records of an entity: null without one, or why it cannot be applied. */
export function conditionOf(rules: readonly RecordRule[], layout: EntityLayout | null): Condition | null | string {
  // One that matches all needs no search fields.
  if (rules.every(({ where }) => Object.keys(where).length === 0)) return null;
  if (layout === null) return 'it has no search fields.';
  try {
    const conditions = rules.flatMap(({ where }) => parseSearch({ query: { filter: where } }, layout).filter ?? []);
    const costly = costOf(conditions);
    if (costly !== undefined) return `it ${costly}.`;
    return conditions.length === 0 ? null : { kind: 'and', conditions };
  } catch (error) {
    if (GatewayError.is(error)) return error.message;
    throw error;
  }
}

/** Why conditions cannot be applied to every record of a page without delaying others: what they have; undefined if they can. */
export function costOf(conditions: readonly Condition[]): string | undefined {
  const leaves = conditions.flatMap(leavesOf);
  if (leaves.length > maxParts) return `has more than ${maxParts} parts`;
  const onTexts = leaves.filter(({ kind }) => kind === 'like' || kind === 'keyword' || kind === 'fuzzy');
  if (onTexts.length > maxOnTexts) return `has more than ${maxOnTexts} conditions with like`;
  const hasAny = onTexts.some(
    (leaf) => leaf.kind === 'like' && leaf.pattern.some((part) => typeof part !== 'string' && part.wildcard === 'one'),
  );
  return hasAny ? 'has _ in like, which takes too long for every record' : undefined;
}

/** The parts of a condition that look at a value. */
export function leavesOf(condition: Condition): readonly Condition[] {
  if (condition.kind === 'and' || condition.kind === 'or') return condition.conditions.flatMap(leavesOf);
  return condition.kind === 'not' || condition.kind === 'any' ? leavesOf(condition.condition) : [condition];
}
