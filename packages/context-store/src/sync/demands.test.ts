import { expect, it } from 'vitest';
import { tracker } from '../../test/sync/tracker-connector.ts';
import { type Checkpoint, newCheckpoint } from './checkpoint.ts';
import { type Demand, Demands } from './demands.ts';
import { entityPlans } from './entity-plan.ts';

const [plan] = entityPlans(tracker);
const noon = Date.parse('2026-03-01T12:00:00Z');
const now: Demand = { full: false, notBefore: noon, begunAfter: null, fresh: false };

function passed(about: Partial<Checkpoint>): Checkpoint {
  if (plan === undefined) throw new Error('no plan');
  return { ...newCheckpoint(plan), kind: 'full', startedAt: '2026-03-01T12:00:00.000Z', ...about };
}

/** Whether a demand is forgotten after a pass that ended later, in this process or elsewhere. */
function isSettled(demand: Partial<Demand>, checkpoint: Checkpoint, here: boolean): boolean {
  const demands = new Demands();
  demands.add('one', 'issues', { ...now, ...demand });
  demands.settle('one', 'issues', checkpoint, here ? demands.newest : null);
  return demands.of('one', 'issues') === undefined;
}

it('keeps the strictest of all that is wanted of an entity', () => {
  const demands = new Demands();
  demands.add('one', 'issues', now);
  demands.add('one', 'issues', { ...now, full: true, notBefore: noon + 5, begunAfter: noon + 3 });
  demands.add('one', 'issues', { ...now, notBefore: noon + 9, begunAfter: noon + 1 });
  expect(demands.of('one', 'issues')).toMatchObject({
    full: true,
    notBefore: noon,
    begunAfter: noon + 3,
    fresh: false,
  });
  demands.add('one', 'labels', { ...now, notBefore: noon - 1 });
  expect(demands.earliest('one')).toBe(noon - 1);
  demands.postpone('one', 'labels', noon + 1, demands.newest);
  expect(demands.earliest('one')).toBe(noon);
  demands.drop('one');
  expect(demands.of('one', 'issues')).toBeUndefined();
  expect(demands.earliest('one')).toBe(Number.POSITIVE_INFINITY);
});

it('is met by a pass that ended here, or began late enough anywhere', () => {
  expect(isSettled({}, passed({}), true)).toBe(true);
  expect(isSettled({}, passed({}), false)).toBe(false);
  expect(isSettled({ begunAfter: noon - 1 }, passed({}), false)).toBe(true);
  expect(isSettled({ begunAfter: noon }, passed({}), true)).toBe(false);
  expect(isSettled({ full: true }, passed({}), true)).toBe(true);
  expect(isSettled({ full: true }, passed({ kind: 'incremental' }), true)).toBe(false);
  expect(isSettled({}, passed({ position: { done: null, open: null, stalls: 0, swept: null } }), true)).toBe(false);
});

it('is not met by a pass whose end somebody may have seen before asking', () => {
  const demands = new Demands();
  demands.add('one', 'issues', now);
  const heard = demands.newest;
  demands.add('one', 'issues', now);
  demands.settle('one', 'issues', passed({}), heard);
  expect(demands.of('one', 'issues')).toBeDefined();
  demands.settle('one', 'issues', passed({}), demands.newest);
  expect(demands.of('one', 'issues')).toBeUndefined();
});

it('asks for no more than it was added with when a pass has just met another one', () => {
  const demands = new Demands();
  demands.add('one', 'issues', { ...now, full: true });
  const heard = demands.newest;
  demands.add('one', 'issues', now);
  expect(demands.of('one', 'issues')).toMatchObject({ full: true });
  demands.settle('one', 'issues', passed({}), heard);
  expect(demands.of('one', 'issues')).toMatchObject({ full: false });
  demands.add('one', 'issues', { ...now, full: true });
  demands.settle('one', 'issues', passed({ kind: 'incremental' }), demands.newest);
  expect(demands.of('one', 'issues')).toMatchObject({ full: true });
});

it('is met, when it has to be fresh, by the first pass that begins here, wherever that ends, or a later one', () => {
  const met = (pass: number, begun: readonly (number | 'again')[]) => {
    const demands = new Demands();
    demands.add('one', 'issues', { ...now, fresh: true });
    for (const one of begun) {
      if (one === 'again') demands.add('one', 'issues', { ...now, fresh: true });
      else demands.begin('one', 'issues', one);
    }
    demands.settle('one', 'issues', passed({ pass }), null);
    return demands.of('one', 'issues') === undefined;
  };
  expect(met(4, [])).toBe(false);
  expect(met(4, [5])).toBe(false);
  expect(met(5, [5])).toBe(true);
  expect(met(6, [5])).toBe(true);
  expect(met(5, [5, 6])).toBe(true);
  expect(met(5, [5, 'again'])).toBe(false);
  expect(met(6, [5, 'again', 6])).toBe(true);
});

it('is not put off by a fault that was met before it', () => {
  const demands = new Demands();
  demands.add('one', 'issues', now);
  demands.add('one', 'labels', now);
  const heard = demands.newest;
  demands.add('one', 'labels', now);
  demands.postponeAll('one', noon + 5, heard);
  expect(demands.of('one', 'issues')).toMatchObject({ notBefore: noon + 5 });
  expect(demands.of('one', 'labels')).toMatchObject({ notBefore: noon });
});
