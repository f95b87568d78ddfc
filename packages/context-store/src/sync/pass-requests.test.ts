import { expect, it } from 'vitest';
import { tracker } from '../../test/sync/tracker-connector.ts';
import { type Checkpoint, newCheckpoint } from './checkpoint.ts';
import { entityPlans } from './entity-plan.ts';
import { type PassRequest, PassRequests } from './pass-requests.ts';

const [plan] = entityPlans(tracker);
const noon = Date.parse('2026-03-01T12:00:00Z');
const now: PassRequest = { full: false, notBefore: noon, begunAfter: null, fresh: false };

function passed(about: Partial<Checkpoint>): Checkpoint {
  if (plan === undefined) throw new Error('no plan');
  return { ...newCheckpoint(plan), kind: 'full', startedAt: '2026-03-01T12:00:00.000Z', ...about };
}

/** Whether a request is forgotten after a pass that ended later, in this process or elsewhere. */
function isSettled(passRequest: Partial<PassRequest>, checkpoint: Checkpoint, here: boolean): boolean {
  const passRequests = new PassRequests();
  passRequests.add('one', 'issues', { ...now, ...passRequest });
  passRequests.satisfy('one', 'issues', checkpoint, here ? passRequests.newest : null);
  return passRequests.of('one', 'issues') === undefined;
}

it('keeps the strictest of all that is wanted of an entity', () => {
  const passRequests = new PassRequests();
  passRequests.add('one', 'issues', now);
  passRequests.add('one', 'issues', { ...now, full: true, notBefore: noon + 5, begunAfter: noon + 3 });
  passRequests.add('one', 'issues', { ...now, notBefore: noon + 9, begunAfter: noon + 1 });
  expect(passRequests.of('one', 'issues')).toMatchObject({
    full: true,
    notBefore: noon,
    begunAfter: noon + 3,
    fresh: false,
  });
  passRequests.add('one', 'labels', { ...now, notBefore: noon - 1 });
  expect(passRequests.earliest('one')).toBe(noon - 1);
  passRequests.postpone('one', 'labels', noon + 1, passRequests.newest);
  expect(passRequests.earliest('one')).toBe(noon);
  passRequests.drop('one');
  expect(passRequests.of('one', 'issues')).toBeUndefined();
  expect(passRequests.earliest('one')).toBe(Number.POSITIVE_INFINITY);
});

it('is met by a pass that ended here, or began late enough anywhere', () => {
  expect(isSettled({}, passed({}), true)).toBe(true);
  expect(isSettled({}, passed({}), false)).toBe(false);
  expect(isSettled({ begunAfter: noon - 1 }, passed({}), false)).toBe(true);
  expect(isSettled({ begunAfter: noon }, passed({}), true)).toBe(false);
  expect(isSettled({ full: true }, passed({}), true)).toBe(true);
  expect(isSettled({ full: true }, passed({ kind: 'incremental' }), true)).toBe(false);
  expect(isSettled({}, passed({ position: { done: null, open: null, stalls: 0, removedBelow: null } }), true)).toBe(
    false,
  );
});

it('is not met by a pass whose end somebody may have seen before asking', () => {
  const passRequests = new PassRequests();
  passRequests.add('one', 'issues', now);
  const received = passRequests.newest;
  passRequests.add('one', 'issues', now);
  passRequests.satisfy('one', 'issues', passed({}), received);
  expect(passRequests.of('one', 'issues')).toBeDefined();
  passRequests.satisfy('one', 'issues', passed({}), passRequests.newest);
  expect(passRequests.of('one', 'issues')).toBeUndefined();
});

it('asks for no more than it was added with when a pass has just met another one', () => {
  const passRequests = new PassRequests();
  passRequests.add('one', 'issues', { ...now, full: true });
  const received = passRequests.newest;
  passRequests.add('one', 'issues', now);
  expect(passRequests.of('one', 'issues')).toMatchObject({ full: true });
  passRequests.satisfy('one', 'issues', passed({}), received);
  expect(passRequests.of('one', 'issues')).toMatchObject({ full: false });
  passRequests.add('one', 'issues', { ...now, full: true });
  passRequests.satisfy('one', 'issues', passed({ kind: 'incremental' }), passRequests.newest);
  expect(passRequests.of('one', 'issues')).toMatchObject({ full: true });
});

it('is met, when it has to be fresh, by the first pass that begins here, wherever that ends, or a later one', () => {
  const met = (pass: number, begun: readonly (number | 'again')[]) => {
    const passRequests = new PassRequests();
    passRequests.add('one', 'issues', { ...now, fresh: true });
    for (const one of begun) {
      if (one === 'again') passRequests.add('one', 'issues', { ...now, fresh: true });
      else passRequests.begin('one', 'issues', one);
    }
    passRequests.satisfy('one', 'issues', passed({ pass }), null);
    return passRequests.of('one', 'issues') === undefined;
  };
  expect(met(4, [])).toBe(false);
  expect(met(4, [5])).toBe(false);
  expect(met(5, [5])).toBe(true);
  expect(met(6, [5])).toBe(true);
  expect(met(5, [5, 6])).toBe(true);
  expect(met(5, [5, 'again'])).toBe(false);
  expect(met(6, [5, 'again', 6])).toBe(true);
});

it('is not put off by an error that was met before it', () => {
  const passRequests = new PassRequests();
  passRequests.add('one', 'issues', now);
  passRequests.add('one', 'labels', now);
  const received = passRequests.newest;
  passRequests.add('one', 'labels', now);
  passRequests.postponeAll('one', noon + 5, received);
  expect(passRequests.of('one', 'issues')).toMatchObject({ notBefore: noon + 5 });
  expect(passRequests.of('one', 'labels')).toMatchObject({ notBefore: noon });
});
