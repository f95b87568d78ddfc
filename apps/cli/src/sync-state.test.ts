import { describe, expect, it } from 'vitest';
import { syncStates } from '../test/sync-states.ts';
import { hasFinished, isSettled } from './sync-state.ts';

const [customers, charges] = syncStates;
const later = '2026-02-01T10:00:00.000Z';
const error = { partition: null, code: 'credential_rejected', message: 'The upstream rejected the credential.' };

describe('hasFinished', () => {
  it('needs another end than before, of a pass that does not run', () => {
    expect(hasFinished(customers, customers)).toBe(false);
    expect(hasFinished(customers, { ...customers, finished_at: later })).toBe(true);
    expect(hasFinished(customers, { ...customers, finished_at: later, phase: 'running' })).toBe(false);
    expect(hasFinished(undefined, customers)).toBe(true);
  });
});

describe('isSettled', () => {
  const done = [customers, charges].map((state) => ({ ...state, finished_at: later }));

  it('waits until all have finished', () => {
    expect(isSettled([customers, charges], [customers, charges])).toBe(false);
    expect(isSettled([customers, charges], [...done.slice(0, 1), charges])).toBe(false);
    expect(isSettled([customers, charges], done)).toBe(true);
  });

  it('does not wait for what an error holds up, unless something else runs', () => {
    const held = { ...charges, phase: 'failed' as const, errors: [error], next_run_at: later };
    expect(isSettled([customers, charges], [customers, held])).toBe(true);
    expect(isSettled([customers, charges], [{ ...customers, phase: 'running' }, held])).toBe(false);
  });
});
