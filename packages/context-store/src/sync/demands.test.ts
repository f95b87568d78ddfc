import { expect, it } from 'vitest';
import { type Checkpoint, newCheckpoint } from './checkpoint.ts';
import { Demands } from './demands.ts';
import { entityPlans } from './entity-plan.ts';
import { tracker } from './testing/tracker-connector.ts';

const [plan] = entityPlans(tracker);
const noon = Date.parse('2026-03-01T12:00:00Z');
const now = { full: false, notBefore: noon, begunAfter: null };

function passed(about: Partial<Checkpoint>): Checkpoint {
  if (plan === undefined) throw new Error('no plan');
  return { ...newCheckpoint(plan), kind: 'full', startedAt: '2026-03-01T12:00:00.000Z', ...about };
}

/** Whether a demand is forgotten after a pass. */
function isSettled(demand: typeof now | { begunAfter: number }, checkpoint: Checkpoint, here: boolean): boolean {
  const demands = new Demands();
  demands.add('one', 'issues', { ...now, ...demand });
  demands.settle('one', 'issues', checkpoint, here);
  return demands.of('one', 'issues') === undefined;
}

it('keeps the strictest of all that is wanted of an entity', () => {
  const demands = new Demands();
  demands.add('one', 'issues', now);
  demands.add('one', 'issues', { full: true, notBefore: noon + 5, begunAfter: noon + 3 });
  demands.add('one', 'issues', { full: false, notBefore: noon + 9, begunAfter: noon + 1 });
  expect(demands.of('one', 'issues')).toEqual({ full: true, notBefore: noon, begunAfter: noon + 3 });
  demands.add('one', 'labels', { ...now, notBefore: noon - 1 });
  expect(demands.earliest('one')).toBe(noon - 1);
  demands.postpone('one', 'labels', noon + 1);
  expect(demands.earliest('one')).toBe(noon);
  demands.drop('one');
  expect(demands.of('one', 'issues')).toBeUndefined();
  expect(demands.earliest('one')).toBe(Number.POSITIVE_INFINITY);
});

it('is met by a pass that ended here, or began late enough anywhere', () => {
  expect(isSettled(now, passed({}), true)).toBe(true);
  expect(isSettled(now, passed({}), false)).toBe(false);
  expect(isSettled({ begunAfter: noon - 1 }, passed({}), false)).toBe(true);
  expect(isSettled({ begunAfter: noon }, passed({}), true)).toBe(false);
  expect(isSettled({ ...now, full: true }, passed({}), true)).toBe(true);
  expect(isSettled({ ...now, full: true }, passed({ kind: 'incremental' }), true)).toBe(false);
  expect(isSettled(now, passed({ position: { done: null, open: null } }), true)).toBe(false);
});
