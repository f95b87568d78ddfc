import { type Condition, type EntityLayout, parseSearch } from '@connectory/context-store';
import type { RecordRule } from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';

/** Each looks at a whole text of each record while nobody else is served. */
const maxOnTexts = 10;
const maxParts = 500;

/** The condition of all rules on records of an entity: null without one, or why it cannot be applied. */
export function conditionOf(rules: readonly RecordRule[], layout: EntityLayout | null): Condition | null | string {
  if (rules.length === 0) return null;
  if (layout === null) return 'it has no search fields.';
  try {
    const conditions = rules.flatMap(({ where }) => parseSearch({ query: { filter: where } }, layout).filter ?? []);
    return costlyPart(conditions.flatMap(leavesOf)) ?? (conditions.length === 0 ? null : { kind: 'and', conditions });
  } catch (error) {
    if (GatewayError.is(error)) return error.message;
    throw error;
  }
}

function costlyPart(leaves: readonly Condition[]): string | undefined {
  if (leaves.length > maxParts) return `it has more than ${maxParts} parts.`;
  const onTexts = leaves.filter(({ kind }) => kind === 'like' || kind === 'keyword' || kind === 'fuzzy');
  if (onTexts.length > maxOnTexts) return `it has more than ${maxOnTexts} of like, keyword and fuzzy.`;
  const hasAny = onTexts.some(
    (leaf) => leaf.kind === 'like' && leaf.pattern.some((part) => typeof part !== 'string' && part.wildcard === 'one'),
  );
  return hasAny ? 'like with _ takes too long for every record; use %.' : undefined;
}

function leavesOf(condition: Condition): readonly Condition[] {
  if (condition.kind === 'and' || condition.kind === 'or') return condition.conditions.flatMap(leavesOf);
  return condition.kind === 'not' || condition.kind === 'any' ? leavesOf(condition.condition) : [condition];
}
