import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { DatabaseHost } from '@connectory/database/testing';
import { GatewayError } from '@connectory/errors';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestStore } from '../../test/sync/open-test-store.ts';
import { replayedCopy } from '../../test/sync/replayed-copy.ts';
import { responseQuestion } from '../../test/sync/respond-to-question.ts';
import { storeHosts } from '../../test/sync/store-hosts.ts';
import type { ChildMessage, ParentMessage } from '../../test/sync/syncing-process.ts';
import { trackerConnection } from '../../test/sync/test-run.ts';
import { copyOf, TrackerWorld } from '../../test/sync/tracker-world.ts';
import { OwnTouches, OwnWrites } from './own-writes.ts';

const repositories = ['ada/engine', 'bob/attic'];
const connection = trackerConnection(repositories);
const program = fileURLToPath(new URL('../../test/sync/syncing-process.ts', import.meta.url));

/** When a process is killed: so many milliseconds after it asked for so many pages. */
interface Death {
  readonly pages: number;
  readonly milliseconds: number;
}

/** Synchronizes in a process of its own, until the end or until it is killed; says whether it came to the end. `onAsked` is told of each page. */
async function synchronize(
  store: string,
  world: TrackerWorld,
  death: Death | null,
  onAsked: () => Promise<void> = async () => undefined,
): Promise<boolean> {
  const child: ChildProcess = fork(program, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  const tell = (message: ParentMessage) => child.connected && child.send(message, () => undefined);
  let asked = 0;
  let errors: readonly string[] | null = null;
  child.on('message', (message: ChildMessage) => {
    if (message.kind === 'done') {
      errors = message.errors;
      return;
    }
    asked += 1;
    if (asked === death?.pages) setTimeout(() => child.kill('SIGKILL'), death.milliseconds);
    void onAsked()
      .then(() => responseQuestion(world, connection, message))
      .then(tell);
  });
  tell({ kind: 'start', store, repositories });
  await ended;
  if (errors !== null && death === null) expect(errors).toEqual([]);
  return errors !== null;
}

/** Changes a tenth of what there is, and makes things come and go. */
function change(world: TrackerWorld, random: (below: number) => number, round: number): void {
  for (let turn = 0; turn < 6; turn += 1) {
    const id = random(60);
    if (random(3) === 0) world.remove('accounts', String(id));
    else world.account(id, `Account ${id} of round ${round}`);
    const [owner = '', repo = ''] = (repositories[random(2)] ?? '').split('/');
    const number = random(14);
    if (random(3) === 0) world.remove('issues', `${owner}/${repo}#${number}`);
    else world.issue(owner, repo, number, `Issue ${number} of round ${round}`);
  }
  for (const issue of world.identities('issues')) {
    const [owner = '', repo = '', number = ''] = issue.split(/[/#]/);
    const id = `c${random(4)}`;
    if (random(3) === 0) world.comment(owner, repo, Number(number), id, `Comment of round ${round}`);
    else if (random(4) === 0) world.remove('comments', `${issue}/${id}`);
  }
}

async function writeAccount(world: TrackerWorld, writes: OwnWrites, id: number, name: string): Promise<void> {
  world.account(id, name);
  const action = 'update';
  await writes.apply({ connection, entity: 'accounts', action, params: { id: String(id) }, result: { id, name } });
}

/** Lets processes synchronize one after the other and kills them; compares the copy after every fifth kill and the last. */
async function survive(host: DatabaseHost, kills: number, seed: number): Promise<void> {
  const numbers = fc.sample(fc.integer({ min: 0, max: 2 ** 31 - 1 }), { seed, numRuns: 20_000 });
  let next = 0;
  const random = (below: number) => {
    next += 1;
    return (numbers[next % numbers.length] ?? 0) % below;
  };
  const name = await host.create();
  const store = await openTestStore(name);
  const writes = new OwnWrites(store, new OwnTouches());
  const world = new TrackerWorld();
  for (const repository of repositories) {
    const [owner = '', repo = ''] = repository.split('/');
    world.repository(owner, repo);
  }
  for (let round = 0; round < 8; round += 1) change(world, random, round);
  let killed = 0;
  for (let round = 8; killed < kills; round += 1) {
    if (round % 3 === 0) change(world, random, round);
    const death = { pages: 1 + random(70), milliseconds: random(12) };
    // Meanwhile this process writes through the gateway, and some partitions fail.
    world.onRead = ({ entity }) => {
      if (entity.name !== 'comments' || random(8) > 0) return undefined;
      throw new GatewayError('upstream_rejected', 'Tracker refuses.');
    };
    // An account of its own: what is written outlives the next pass, whatever the upstream then does.
    const write = async () => {
      if (random(8) === 0) await writeAccount(world, writes, 100 + random(20), `Written in round ${round}`);
    };
    const isWhole = await synchronize(name, world, death, write);
    world.onRead = () => undefined;
    // A server may still commit what a process that was killed has sent.
    await vi.waitFor(async () => {
      expect(await replayedCopy(store, connection)).toEqual(await copyOf(store, connection));
    });
    if (isWhole) continue;
    killed += 1;
    if (killed % 5 !== 0 && killed < kills) continue;
    expect(await synchronize(name, world, null)).toBe(true);
    expect(await copyOf(store, connection), `seed ${seed}`).toEqual(world.expectedCopy(connection));
  }
  await store.close();
}

/** How often processes are killed: every run of the tests does a few, `CONNECTORY_KILLS` asks for more. */
const killsWanted = process.env.CONNECTORY_KILLS === undefined ? null : Number(process.env.CONNECTORY_KILLS);

describe.each(storeHosts)('processes that are killed while they write to $name', ({ name, start }) => {
  // SQLite's file is written by the very process that dies. Two at a time, one per core.
  const count = killsWanted ?? (name === 'SQLite' ? 8 : 4);
  const kills = [Math.ceil(count / 2), Math.floor(count / 2)];
  let host: DatabaseHost;
  beforeAll(async () => {
    host = await start();
  });
  afterAll(() => host.stop());

  it(`leave copies that become exactly what the upstream has (${kills.join(' + ')} kills)`, async () => {
    const seed = Date.now() % 2 ** 31;
    await Promise.all(kills.map((count, index) => survive(host, count, seed + index)));
  });
});
