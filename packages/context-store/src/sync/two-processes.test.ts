import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type DatabaseHost, postgresHost } from '@connectory/database/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Question } from '../../test/sync/asking-source.ts';
import { openTestStore } from '../../test/sync/open-test-store.ts';
import { replayedCopy } from '../../test/sync/replayed-copy.ts';
import { responseQuestion } from '../../test/sync/respond-to-question.ts';
import type { ScheduledChildMessage, ScheduledParentMessage } from '../../test/sync/scheduled-process.ts';
import { trackerConnection } from '../../test/sync/test-run.ts';
import { copyOf, TrackerWorld } from '../../test/sync/tracker-world.ts';
import type { ContextStore } from '../stores/context-store.ts';
import { readSyncStates } from './sync-state.ts';

const repositories = ['ada/engine', 'bob/attic'];
const connection = trackerConnection(repositories);
const program = fileURLToPath(new URL('../../test/sync/scheduled-process.ts', import.meta.url));

interface Asked extends Question {
  readonly by: number;
}

/** Two processes that keep the same connection in sync, and what they ask for, in order. */
class Processes {
  readonly asked: Asked[] = [];
  readonly errors: string[] = [];
  /** Whether the process that asks dies before it is answered. */
  isDeadly: (question: Question) => boolean = () => false;
  readonly #children: readonly ChildProcess[];
  readonly #ended: Promise<unknown>;

  constructor(database: string, world: TrackerWorld) {
    this.#children = [0, 1].map(() => fork(program, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }));
    this.#ended = Promise.all(this.#children.map((child) => once(child, 'exit')));
    for (const [by, child] of this.#children.entries()) {
      child.on('message', (message: ScheduledChildMessage) => {
        if (message.kind === 'error') this.errors.push(message.text);
        else void this.#response(world, by, child, message);
      });
      this.#tell(child, { kind: 'start', database, repositories });
    }
  }

  async stop(): Promise<void> {
    for (const child of this.#children) this.#tell(child, { kind: 'stop' });
    await this.#ended;
  }

  kill(): void {
    for (const child of this.#children) child.kill('SIGKILL');
  }

  async #response(world: TrackerWorld, by: number, child: ChildProcess, question: Question): Promise<void> {
    this.asked.push({ ...question, by });
    if (this.isDeadly(question)) {
      child.kill('SIGKILL');
      return;
    }
    this.#tell(child, await responseQuestion(world, connection, question));
  }

  #tell(child: ChildProcess, message: ScheduledParentMessage): void {
    if (child.connected) child.send(message, () => undefined);
  }
}

describe('two processes on one PostgreSQL', () => {
  let host: DatabaseHost;
  let database: string;
  let store: ContextStore;
  let processes: Processes | undefined;
  beforeAll(async () => {
    host = await postgresHost();
    database = await host.create();
    store = await openTestStore(database);
  });
  afterAll(async () => {
    processes?.kill();
    await store.close();
    await host.stop();
  });

  const states = () => readSyncStates(store, connection);
  const haveEnded = async () => (await states()).every(({ finished_at }) => finished_at !== null);

  it('share the work, and one goes on where the other was killed', async () => {
    const world = new TrackerWorld();
    for (let id = 0; id < 20; id += 1) world.account(id, `Account ${id}`);
    for (const [owner, repo] of [
      ['ada', 'engine'],
      ['bob', 'attic'],
    ] as const) {
      world.repository(owner, repo);
      for (let number = 1; number <= 9; number += 1) {
        world.issue(owner, repo, number, `Issue ${number}`);
        world.comment(owner, repo, number, 'c1', 'Comment');
      }
    }
    const both = new Processes(database, world);
    processes = both;
    let killer: string | null = null;
    both.isDeadly = ({ entity, params }) => {
      if (killer !== null || entity !== 'issues' || params.owner !== 'bob' || params.cursor !== '000004') return false;
      killer = JSON.stringify(params);
      return true;
    };
    await expect.poll(haveEnded, { interval: 100 }).toBe(true);
    await both.stop();
    expect(both.errors).toEqual([]);

    // The page at which one was killed was asked for twice, by one and by the other; every other page once.
    const times = new Map<string, number[]>();
    for (const { entity, params, by } of both.asked) {
      const page = `${entity} ${JSON.stringify(params)}`;
      times.set(page, [...(times.get(page) ?? []), by]);
    }
    const again = [...times].filter(([, by]) => by.length > 1);
    expect(again).toEqual([[`issues ${killer}`, expect.anything()]]);
    expect([...(again[0]?.[1] ?? [])].sort()).toEqual([0, 1]);

    expect(await copyOf(store, connection)).toEqual(world.expectedCopy(connection));
    expect(await replayedCopy(store, connection)).toEqual(world.expectedCopy(connection));
    const expected = world.expectedCopy(connection);
    for (const { entity, phase, pass, rows, errors } of await states()) {
      const all = Object.keys(expected[entity] ?? {}).length;
      expect({ entity, phase, pass, rows, errors }).toEqual({ entity, phase: 'idle', pass: 1, rows: all, errors: [] });
    }
  });
});
