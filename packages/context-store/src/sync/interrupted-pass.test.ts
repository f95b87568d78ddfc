import { GatewayError } from '@connectory/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryStore } from '../../test/stores/memory-store.ts';
import { KilledError, KillingStore } from '../../test/sync/killing-store.ts';
import { MemoryLeases } from '../../test/sync/memory-leases.ts';
import { TestClock } from '../../test/sync/test-clock.ts';
import { runOnce, runWanted, testRun, trackerConnection } from '../../test/sync/test-run.ts';
import { trackerWithLogins } from '../../test/sync/tracker-connector.ts';
import { copyOf, TrackerWorld } from '../../test/sync/tracker-world.ts';
import { keyTexts } from './record-key.ts';
import { readSyncStates } from './sync-state.ts';

const connection = {
  ...trackerConnection(['ada/engine', 'bob/attic', 'cleo/empty']),
  connector: trackerWithLogins,
};
const places = [
  ['ada', 'engine'],
  ['bob', 'attic'],
  ['cleo', 'empty'],
  ['eve', 'elsewhere'],
] as const;

type Change = readonly [kind: number, place: number, number: number, comment: number];

const change: fc.Arbitrary<Change> = fc.tuple(
  fc.integer({ min: 0, max: 9 }),
  fc.integer({ min: 0, max: 3 }),
  fc.integer({ min: 1, max: 6 }),
  fc.integer({ min: 1, max: 4 }),
);

/** One process: how many changes it makes before it dies and how, what happens upstream at which page, and what fails. */
const life = fc.record({
  changes: fc.integer({ min: 0, max: 30 }),
  dies: fc.constantFrom('before', 'after'),
  upstream: fc.dictionary(fc.integer({ min: 0, max: 25 }).map(String), fc.array(change, { maxLength: 3 }), {
    maxKeys: 4,
  }),
  errors: fc.dictionary(fc.integer({ min: 0, max: 25 }).map(String), fc.integer({ min: 0, max: 4 }), { maxKeys: 3 }),
  stops: fc.option(fc.integer({ min: 0, max: 20 })),
  full: fc.boolean(),
  pause: fc.constantFrom(0, 301, 3601, 90_000),
});

function carryOut(world: TrackerWorld, clock: TestClock, [kind, place, number, comment]: Change): void {
  const [owner, repo] = places[place] ?? places[0];
  const time = new Date(clock.now()).toISOString();
  const text = `${time} ${kind} ${number} ${comment}`;
  if (kind < 2) world.account(number, text, time);
  else if (kind < 3) world.remove('accounts', String(number));
  else if (kind < 5) {
    world.repository(owner, repo);
    world.issue(owner, repo, number, text, time);
  } else if (kind < 6) world.remove('issues', `${owner}/${repo}#${number}`);
  else if (kind < 8 && world.identities('issues').includes(`${owner}/${repo}#${number}`)) {
    world.comment(owner, repo, number, `c${comment}`, text);
  } else if (kind < 9) world.remove('comments', `${owner}/${repo}#${number}/c${comment}`);
  else if (place === 3) world.remove('repositories', `${owner}/${repo}`);
}

const problems = [
  () => new GatewayError('upstream_unavailable', 'Failed.'),
  () => new GatewayError('upstream_rate_limited', 'Wait.', { retryAfterSeconds: 5 }),
  () => new GatewayError('upstream_rejected', 'Expired.'),
  () => new GatewayError('credential_rejected', 'No.', { upstream: { status: 401 } }),
  () => new Error('unforeseen'),
];

describe('whatever happens to the processes that synchronize', () => {
  it('the copy becomes exactly what the upstream has', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { maxLength: 40 }),
        fc.array(life, { maxLength: 6 }),
        async (initial, lives) => {
          const store = new MemoryStore();
          const world = new TrackerWorld();
          const clock = new TestClock();
          const leases = new MemoryLeases();
          for (const [owner, repo] of places) world.repository(owner, repo);
          for (const one of initial) carryOut(world, clock, one);
          for (const { changes, dies, upstream, errors: failures, stops, full, pause } of lives) {
            const mortal = new KillingStore(store, changes, dies);
            const stopping = new AbortController();
            let page = 0;
            world.onRead = () => {
              for (const one of upstream[page] ?? []) carryOut(world, clock, one);
              const problem = failures[page];
              if (page === stops) stopping.abort();
              page += 1;
              if (problem !== undefined) throw problems[problem]?.();
              return undefined;
            };
            const run = testRun(mortal, world, { clock, leases });
            try {
              if (full) await runWanted(run, connection, true);
              await runOnce(run, connection, stopping);
            } catch (error) {
              expect(error).toBeInstanceOf(KilledError);
            }
            // At any moment every record stands under its own key.
            for (const records of Object.values(await copyOf(store, connection))) {
              for (const [key, document] of Object.entries(records)) {
                const { number, id = number } = document as { readonly number?: number; readonly id?: unknown };
                expect(keyTexts(key).at(-1)).toBe(String(id));
              }
            }
            clock.pass(pause);
          }
          world.onRead = () => undefined;
          const last = testRun(store, world, { clock, leases });
          // The first run may only end what was begun before, with parents that have gone since; the last record of a list is removed after two.
          await runWanted(last, connection, true);
          last.errors.length = 0;
          for (let passes = 0; passes < 2; passes += 1) {
            clock.pass(3601);
            await runWanted(last, connection, true);
          }
          expect(last.errors).toEqual([]);
          expect(await copyOf(store, connection)).toEqual(world.expectedCopy(connection));
          clock.pass(3601);
          await runWanted(last, connection);
          for (const state of await readSyncStates(store, connection)) {
            expect(state).toMatchObject({ phase: 'idle', added: 0, changed: 0, removed: 0, errors: [] });
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('one pass, however often it is interrupted, is enough and reads each record once', async () => {
    const deaths = fc.array(
      fc.record({
        changes: fc.integer({ min: 0, max: 12 }),
        dies: fc.constantFrom('before', 'after', 'stops'),
        refused: fc.integer({ min: 0, max: 8 }),
      }),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { maxLength: 40 }),
        fc.array(change, { maxLength: 40 }),
        deaths,
        async (first, then, lives) => {
          const store = new MemoryStore();
          const world = new TrackerWorld();
          const clock = new TestClock();
          const leases = new MemoryLeases();
          for (const [owner, repo] of places) world.repository(owner, repo);
          for (const number of [1, 2, 3, 4, 5]) {
            world.account(number, `Account ${number}`);
            world.issue('ada', 'engine', number, `Issue ${number}`);
            world.comment('ada', 'engine', 3, `c${number}`, `Comment ${number}`);
          }
          for (const one of first) carryOut(world, clock, one);
          await runOnce(testRun(store, world, { clock, leases }), connection);
          expect(await copyOf(store, connection)).toEqual(world.expectedCopy(connection));
          clock.pass(90_000);
          for (const one of then) carryOut(world, clock, one);
          for (const { changes, dies, refused } of lives) {
            const mortal = dies === 'stops' ? store : new KillingStore(store, changes, dies);
            const stopping = new AbortController();
            let page = 0;
            world.onRead = () => {
              page += 1;
              if (dies === 'stops' && page === changes) stopping.abort();
              if (page === refused) throw new GatewayError('circuit_open', 'Wait.', { retryAfterSeconds: 1 });
              return undefined;
            };
            await runOnce(testRun(mortal, world, { clock, leases }), connection, stopping).catch((error: unknown) =>
              expect(error).toBeInstanceOf(KilledError),
            );
          }
          // A wait that was cut short by death is over by then.
          clock.pass(2);
          world.onRead = () => undefined;
          await runOnce(testRun(store, world, { clock, leases }), connection);
          const expected = world.expectedCopy(connection);
          for (const { entity, pass, phase, rows } of await readSyncStates(store, connection)) {
            expect({ entity, pass, phase, rows }).toEqual({
              entity,
              pass: 2,
              phase: 'idle',
              rows: Object.keys(expected[entity] ?? {}).length,
            });
          }
          // Partitions that have become empty lose their records with the next pass.
          clock.pass(3601);
          await runWanted(testRun(store, world, { clock, leases }), connection, true);
          expect(await copyOf(store, connection)).toEqual(expected);
        },
      ),
      { numRuns: 300 },
    );
  });
});
