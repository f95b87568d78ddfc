import type { ChangeSignals } from '@connectory/context-store';
import type { Changed, ControlPlane } from '@connectory/control-plane';
import type { Bound } from '@connectory/core';
import { LeasedCallSlots } from '../limits/leased-call-slots.ts';
import { LeasedRates } from '../limits/leased-rates.ts';
import { addUp, type Metrics } from '../metrics.ts';
import type { NotReadyReason, Readiness } from '../readiness.ts';
import type { PrimaryLink, QuestionAnswer } from './topics.ts';

const sweepMilliseconds = 1_000;
/** A first pass stores a hundred pages per second, so notifications to the other processes are batched. */
const tellMilliseconds = 25;

/** The parts of this process that the others use. */
export interface SharedParts {
  readonly controlPlane: ControlPlane;
  readonly readiness: Readiness;
  readonly metrics: Metrics;
  readonly signals: ChangeSignals;
}

/** The processes of a multi-process gateway, as seen by one of them: what they share, and how they notify each other. */
export class SharedProcesses {
  /** Number of this process, from 1; its replacement gets the same number. */
  readonly number: number;
  readonly count: number;
  readonly callSlots: LeasedCallSlots;
  readonly rates: LeasedRates;
  readonly bounds: readonly Bound[];
  readonly #link: PrimaryLink;
  readonly #sweeping: NodeJS.Timeout;
  readonly #changedFeeds = new Set<string>();
  #takeAnswer: (answer: QuestionAnswer) => boolean = () => false;

  constructor(link: PrimaryLink, { number, count }: { readonly number: number; readonly count: number }) {
    this.#link = link;
    this.number = number;
    this.count = count;
    this.bounds = [
      {
        name: 'processes',
        help: 'Processes that answer requests',
        limit: count,
        ofProcesses: { inUse: 'sum', limit: 'max' },
        inUse: () => 1,
      },
    ];
    this.callSlots = new LeasedCallSlots({
      lease: (subject, most, needed) => link.ask('leaseSlots', { subject, most, needed }),
      giveBack: (subject, slots) => link.tell('giveSlotsBack', { subject, count: slots }),
    });
    this.rates = new LeasedRates({
      lease: (subject, perMinute, needed) => link.ask('leaseRate', { subject, perMinute, needed }),
      giveBack: (subject, perMinute, calls) => link.tell('giveRateBack', { subject, perMinute, count: calls }),
    });
    link.on('recallSlots', (subject) => this.callSlots.recall(subject));
    link.on('recallRate', (subject) => this.rates.recall(subject));
    this.#sweeping = setInterval(() => {
      this.callSlots.sweep();
      this.rates.sweep();
    }, sweepMilliseconds).unref();
  }

  /** Joins the group: handles questions and notifications of the others. */
  join({ controlPlane, readiness, metrics, signals }: SharedParts): void {
    this.#link.hear('feeds', (connectionIds) => {
      for (const connectionId of connectionIds) signals.notify(connectionId);
    });
    this.#link.hear('changed', (changed) => controlPlane.forget(changed));
    this.#link.on('readiness', () => readiness.reason());
    this.#link.on('metrics', () => metrics.reading());
    this.#link.on('answered', (answer) => this.#takeAnswer(answer));
    this.#link.tell('joined', null);
  }

  /** Announces a change, and waits until all processes have dropped what they cached. Never rejects: caches expire after seconds. */
  async announce(changed: Changed): Promise<void> {
    await this.#link.ask('changed', changed).catch(() => undefined);
  }

  /** Notifies the others that the copies of a connection have changed. */
  tellOfChanges(connectionId: string): void {
    const isFirst = this.#changedFeeds.size === 0;
    this.#changedFeeds.add(connectionId);
    if (!isFirst) return;
    const tell = () => {
      this.#link.tell('feeds', [...this.#changedFeeds]);
      this.#changedFeeds.clear();
    };
    setTimeout(tell, tellMilliseconds).unref();
  }

  /** Returns why the gateway accepts no requests, in any process; null if it does. */
  reason(): Promise<NotReadyReason> {
    return this.#link.ask('readiness', null);
  }

  /** The metrics of all processes, as Prometheus text. */
  async metricsText(): Promise<string> {
    return addUp(await this.#link.ask('metrics', null)).metrics();
  }

  /** Passes a response to the process that asked the question. Returns false if none did. */
  passAnswer(answer: QuestionAnswer): Promise<boolean> {
    return this.#link.ask('answered', answer);
  }

  /** Sets the handler of responses that other processes pass on. */
  onAnswer(take: (answer: QuestionAnswer) => boolean): void {
    this.#takeAnswer = take;
  }

  /** Leaves the counters of this process with the others. Nothing is leased afterwards. */
  async leave(metrics: Metrics): Promise<void> {
    clearInterval(this.#sweeping);
    await this.#link.ask('lastMetrics', await metrics.reading()).catch(() => undefined);
  }
}
