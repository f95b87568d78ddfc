import type { Changed } from '@connectory/control-plane';
import type { RateLease } from '../limits/leased-rates.ts';
import type { MetricsReading } from '../metrics.ts';
import type { NotReadyReason } from '../readiness.ts';
import type { Link } from './link.ts';
import type { UpstreamNews } from './upstream-board.ts';

/** The URL of a gateway, and its number of connectors. */
export interface Served {
  readonly url: string;
  readonly connectors: number;
}

/** A person's response to a question of an agent, and the token on whose behalf it was asked. */
export interface QuestionAnswer {
  readonly message: unknown;
  readonly owner: string;
}

/** Questions of a worker to the primary. */
type PrimaryTopics = {
  /** The number of the worker, from 1, and the number of workers. */
  readonly hello: { readonly asks: null; readonly answers: { readonly number: number; readonly count: number } };
  /** Adds the worker to the group, so that it receives questions. */
  readonly joined: { readonly asks: null; readonly answers: undefined };
  readonly started: { readonly asks: Served; readonly answers: undefined };
  /** Why the worker could not start. */
  readonly failed: { readonly asks: string; readonly answers: undefined };
  readonly leaseSlots: {
    readonly asks: { readonly subject: string; readonly most: number; readonly needed: number };
    readonly answers: number;
  };
  readonly giveSlotsBack: {
    readonly asks: { readonly subject: string; readonly count: number };
    readonly answers: undefined;
  };
  readonly leaseRate: {
    readonly asks: { readonly subject: string; readonly perMinute: number; readonly needed: number };
    readonly answers: RateLease;
  };
  readonly giveRateBack: {
    readonly asks: { readonly subject: string; readonly perMinute: number; readonly count: number };
    readonly answers: undefined;
  };
  readonly news: { readonly asks: UpstreamNews; readonly answers: undefined };
  /** Connections whose copies have changed. */
  readonly feeds: { readonly asks: readonly string[]; readonly answers: undefined };
  readonly mayProbe: { readonly asks: string; readonly answers: boolean };
  readonly probed: { readonly asks: string; readonly answers: undefined };
  /** Acknowledged when all workers have dropped what they cached. */
  readonly changed: { readonly asks: Changed; readonly answers: undefined };
  /** Why the gateway accepts no requests, or null. */
  readonly readiness: { readonly asks: null; readonly answers: NotReadyReason };
  /** The metrics of all workers, including those that have ended. */
  readonly metrics: { readonly asks: null; readonly answers: readonly MetricsReading[] };
  /** The metrics of a worker that is about to end. */
  readonly lastMetrics: { readonly asks: MetricsReading; readonly answers: undefined };
  /** Whether another worker accepted the response. */
  readonly answered: { readonly asks: QuestionAnswer; readonly answers: boolean };
};

/** Questions of the primary to a worker. */
type WorkerTopics = {
  readonly recallSlots: { readonly asks: string; readonly answers: number };
  readonly recallRate: { readonly asks: string; readonly answers: number };
  readonly news: { readonly asks: UpstreamNews; readonly answers: undefined };
  readonly feeds: { readonly asks: readonly string[]; readonly answers: undefined };
  readonly changed: { readonly asks: Changed; readonly answers: undefined };
  readonly readiness: { readonly asks: null; readonly answers: NotReadyReason };
  readonly metrics: { readonly asks: null; readonly answers: MetricsReading };
  readonly answered: { readonly asks: QuestionAnswer; readonly answers: boolean };
  /** Accepts no new connections, responds on the open ones, and ends. */
  readonly retire: { readonly asks: null; readonly answers: undefined };
  /** Shuts down. */
  readonly close: { readonly asks: null; readonly answers: undefined };
};

/** A worker, as the primary sees it. */
export type WorkerLink = Link<WorkerTopics, PrimaryTopics>;

/** The primary, as a worker sees it. */
export type PrimaryLink = Link<PrimaryTopics, WorkerTopics>;
