import type { MetricsReading } from '../metrics.ts';
import { type NotReadyReason, notReadyReasons } from '../readiness.ts';
import { within } from '../within.ts';
import { DepartedMetrics } from './departed-metrics.ts';
import { RateLedger } from './rate-ledger.ts';
import { SlotLedger } from './slot-ledger.ts';
import type { WorkerLink } from './topics.ts';
import { UpstreamBoard } from './upstream-board.ts';

/** A worker that is too busy to drop a cache drops it by itself after five seconds. */
const longestForgetting = 1_000;
const longestLook = 3_000;

/** State that the workers of a gateway share: the primary answers their questions and forwards their notifications. */
export class WorkerGroup {
  readonly #members = new Set<WorkerLink>();
  readonly #readings = new Map<WorkerLink, MetricsReading>();
  readonly #departed = new DepartedMetrics();
  readonly #slots = new SlotLedger<WorkerLink>((member, subject) => member.ask('recallSlots', subject));
  readonly #rates = new RateLedger<WorkerLink>((member, subject) => member.ask('recallRate', subject));
  readonly #upstreams = new UpstreamBoard<WorkerLink>();

  /** Handles questions of a worker. It becomes a member once it says so. */
  admit(link: WorkerLink): void {
    link.hear('joined', () => {
      this.#members.add(link);
      for (const news of this.#upstreams.all) link.tell('news', news);
    });
    link.on('leaseSlots', ({ subject, most, needed }) => this.#slots.lease(link, subject, most, needed));
    link.hear('giveSlotsBack', ({ subject, count }) => this.#slots.giveBack(link, subject, count));
    link.on('leaseRate', ({ subject, perMinute, needed }) => this.#rates.lease(link, subject, perMinute, needed));
    link.hear('giveRateBack', ({ subject, perMinute, count }) => this.#rates.giveBack(subject, perMinute, count));
    link.hear('news', (news) => {
      this.#upstreams.note(news);
      for (const member of this.#others(link)) member.tell('news', news);
    });
    link.hear('feeds', (connectionIds) => {
      for (const member of this.#others(link)) member.tell('feeds', connectionIds);
    });
    link.on('mayProbe', (circuit) => this.#upstreams.mayProbe(link, circuit));
    link.hear('probed', (circuit) => this.#upstreams.probed(link, circuit));
    link.on('changed', async (changed) => {
      const others = this.#others(link);
      await Promise.all(others.map((member) => within(member.ask('changed', changed), longestForgetting, undefined)));
      return undefined;
    });
    link.on('answered', async (answer) => {
      const taken = this.#others(link).map((member) => within(member.ask('answered', answer), longestLook, false));
      return (await Promise.all(taken)).includes(true);
    });
    link.on('readiness', () => this.readiness());
    link.on('metrics', () => this.#metrics());
    link.hear('lastMetrics', (reading) => this.#readings.set(link, reading));
  }

  /** Removes a worker that has ended, and frees what it held. */
  async leave(link: WorkerLink): Promise<void> {
    this.#members.delete(link);
    link.close();
    this.#slots.leave(link);
    this.#rates.leave(link);
    this.#upstreams.leave(link);
    const last = this.#readings.get(link);
    this.#readings.delete(link);
    if (last !== undefined) await this.#departed.add(last);
  }

  /** Returns the first reason why a worker accepts no requests. A worker that does not respond is busy. */
  async readiness(): Promise<NotReadyReason> {
    const asked = Array.from(this.#members, (member) =>
      within(member.ask('readiness', null), longestLook, 'event_loop_stalled' as const),
    );
    const found = new Set(await Promise.all(asked));
    return notReadyReasons.find((reason) => found.has(reason)) ?? null;
  }

  // The last reading of a busy worker is reused, so that sums never drop temporarily.
  async #metrics(): Promise<readonly MetricsReading[]> {
    const asked = Array.from(this.#members, async (member) => {
      const reading = await within(member.ask('metrics', null), longestLook, undefined);
      if (reading !== undefined && this.#members.has(member)) this.#readings.set(member, reading);
    });
    await Promise.all(asked);
    return [...this.#readings.values(), ...(await this.#departed.all())];
  }

  #others(link: WorkerLink): readonly WorkerLink[] {
    return [...this.#members].filter((member) => member !== link);
  }
}
