import { beforeEach, describe, expect, it } from 'vitest';
import { addUp, Metrics } from '../metrics.ts';
import type { NotReadyReason } from '../readiness.ts';
import { Link } from './link.ts';
import { pauseAfter } from './supervisor.ts';
import type { PrimaryLink, WorkerLink } from './topics.ts';
import type { UpstreamNews } from './upstream-board.ts';
import { WorkerGroup } from './worker-group.ts';

/** A worker with what it heard, and how it answers. */
class TestWorker {
  readonly toPrimary: PrimaryLink;
  readonly ofPrimary: WorkerLink;
  readonly news: UpstreamNews[] = [];
  readonly changed: string[] = [];
  readonly metrics = new Metrics({ all: () => [] } as never);
  reason: NotReadyReason = null;
  takesAnswers = false;

  constructor(group: WorkerGroup) {
    // What crosses is a copy, and arrives in a later turn.
    this.toPrimary = new Link((message) => setImmediate(() => this.ofPrimary.receive(structuredClone(message))));
    this.ofPrimary = new Link((message) => setImmediate(() => this.toPrimary.receive(structuredClone(message))));
    group.admit(this.ofPrimary);
    this.toPrimary.hear('news', (news) => this.news.push(news));
    this.toPrimary.hear('changed', (changed) => this.changed.push(changed.kind));
    this.toPrimary.on('readiness', () => this.reason);
    this.toPrimary.on('metrics', () => this.metrics.reading());
    this.toPrimary.on('answered', () => this.takesAnswers);
    this.toPrimary.on('recallSlots', () => 0);
    this.toPrimary.tell('joined', null);
  }

  count(): void {
    const call = { connector: 'ledger', entity: 'customers', action: 'list', status: 200, code: null, records: 1 };
    this.metrics.observe({ ...call, durationMs: 5 } as never);
  }

  /** The calls of all, as this one is told. */
  async calls(): Promise<number> {
    const text = await addUp(await this.toPrimary.ask('metrics', null)).metrics();
    return Number(/^connectory_records_total\{.*\} (\d+)$/m.exec(text)?.[1]);
  }
}

let group: WorkerGroup;
let first: TestWorker;
let second: TestWorker;
beforeEach(() => {
  group = new WorkerGroup();
  first = new TestWorker(group);
  second = new TestWorker(group);
});

describe('workers', () => {
  it('have all forgotten what one of them changed when it is told so', async () => {
    await first.toPrimary.ask('changed', { kind: 'tokens' });
    expect([first.changed, second.changed]).toEqual([[], ['tokens']]);
  });

  it('do not wait for one that has ended', async () => {
    await second.toPrimary.ask('readiness', null);
    await group.leave(second.ofPrimary);
    await first.toPrimary.ask('changed', { kind: 'tokens' });
    expect(second.changed).toEqual([]);
  });

  it('hear what others learn of upstreams, also those that come later', async () => {
    first.toPrimary.tell('news', { kind: 'failed', circuit: 'a', failures: 1, ago: 0 });
    first.toPrimary.tell('news', { kind: 'failed', circuit: 'a', failures: 1, ago: 0 });
    first.toPrimary.tell('news', { kind: 'failed', circuit: 'b', failures: 1, ago: 0 });
    first.toPrimary.tell('news', { kind: 'succeeded', circuit: 'b' });
    first.toPrimary.tell('news', { kind: 'blocked', connectionId: 'c', milliseconds: 60_000 });
    await first.toPrimary.ask('changed', { kind: 'tokens' });
    expect(first.news).toEqual([]);
    expect(second.news.map(({ kind }) => kind)).toEqual(['failed', 'failed', 'failed', 'succeeded', 'blocked']);
    const third = new TestWorker(group);
    await third.toPrimary.ask('changed', { kind: 'tokens' });
    expect(third.news).toMatchObject([
      { kind: 'failed', circuit: 'a', failures: 2 },
      { kind: 'blocked', connectionId: 'c' },
    ]);
  });

  it('test an open circuit one at a time, and go on when the one that tests it ends', async () => {
    expect(await first.toPrimary.ask('mayProbe', 'a')).toBe(true);
    expect(await second.toPrimary.ask('mayProbe', 'a')).toBe(false);
    second.toPrimary.tell('probed', 'a');
    expect(await second.toPrimary.ask('mayProbe', 'a')).toBe(false);
    first.toPrimary.tell('probed', 'a');
    await first.toPrimary.ask('changed', { kind: 'tokens' });
    expect(await second.toPrimary.ask('mayProbe', 'a')).toBe(true);
    await group.leave(second.ofPrimary);
    expect(await first.toPrimary.ask('mayProbe', 'a')).toBe(true);
  });

  it('have the slots of one that has ended', async () => {
    expect(await first.toPrimary.ask('leaseSlots', { subject: 'a', most: 3, needed: 3 })).toBe(3);
    expect(await second.toPrimary.ask('leaseSlots', { subject: 'a', most: 3, needed: 3 })).toBe(0);
    await group.leave(first.ofPrimary);
    expect(await second.toPrimary.ask('leaseSlots', { subject: 'a', most: 3, needed: 3 })).toBe(3);
  });

  it('are ready when all of them are, and tell the first reason otherwise', async () => {
    expect(await first.toPrimary.ask('readiness', null)).toBeNull();
    second.reason = 'event_loop_stalled';
    expect(await first.toPrimary.ask('readiness', null)).toBe('event_loop_stalled');
    first.reason = 'disk_full';
    expect(await second.toPrimary.ask('readiness', null)).toBe('disk_full');
  });

  it('add up what they count, with what those have counted that have ended', async () => {
    first.count();
    second.count();
    second.count();
    expect([await first.calls(), await second.calls()]).toEqual([3, 3]);
    await group.leave(second.ofPrimary);
    expect(await first.calls()).toBe(3);
    const third = new TestWorker(group);
    third.count();
    await third.toPrimary.ask('lastMetrics', await third.metrics.reading());
    await group.leave(third.ofPrimary);
    first.count();
    expect(await first.calls()).toBe(5);
  });

  it('pass an answer on to the one that takes it', async () => {
    const answer = { message: { id: 'x' }, owner: 'one' };
    expect(await first.toPrimary.ask('answered', answer)).toBe(false);
    second.takesAnswers = true;
    expect(await first.toPrimary.ask('answered', answer)).toBe(true);
  });
});

describe('a link', () => {
  it('rejects what the other end throws or does not know, and what is asked of one that has ended', async () => {
    const asked = first.toPrimary as unknown as Link<{ missing: { asks: null; answers: null } }, never>;
    await expect(asked.ask('missing', null)).rejects.toThrow('Nobody answers this');
    const waiting = first.toPrimary.ask('readiness', null);
    first.toPrimary.close();
    await expect(waiting).rejects.toThrow('ended');
    await expect(first.toPrimary.ask('readiness', null)).rejects.toThrow('ended');
  });
});

it('pauses longer and longer before a process that keeps ending is started again', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 20].map(pauseAfter)).toEqual([
    0, 0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ]);
});
