import type { SyncConnection } from './sync-source.ts';

/** Times and bounds of the engine, in seconds where they are times. */
export interface SyncLimits {
  /** From the end of one pass to the beginning of the next. */
  readonly intervalSeconds: number;
  /** How far each interval is stretched or shortened at random, as a share of it. */
  readonly jitter: number;
  /** How old the last full pass of an entity with a cursor may be when a pass begins. */
  readonly fullPassSeconds: number;
  /** The most pages of one partition. */
  readonly maxPages: number;
  /** How often the runner looks for connections. */
  readonly pollSeconds: number;
  /** Interval after which a connection without due passes is checked again: another process may have died during a requested pass. */
  readonly lookSeconds: number;
  /** How many connections are worked on at a time; one that waits for its upstream longer than a moment is not counted. */
  readonly concurrency: number;
  /** How many connections are in the middle of a run at a time, those that wait among them. */
  readonly maxRuns: number;
  /** The longest time one page takes. */
  readonly pageSeconds: number;
  /** What a run waits for longer than this does not keep others from working. */
  readonly patienceSeconds: number;
  /** After how long a run lets others of its workspace go first. */
  readonly turnSeconds: number;
  /** How many records are read at a time because of events. */
  readonly eventReads: number;
  /** Minimum time between the end of a pass and another one that is requested by a write of this gateway or an event. */
  readonly earlyPassSeconds: number;
}

/** What holds unless it is configured. */
export const defaultLimits: SyncLimits = {
  intervalSeconds: 3600,
  jitter: 0.1,
  fullPassSeconds: 86_400,
  maxPages: 1_000_000,
  pollSeconds: 30,
  lookSeconds: 60,
  concurrency: 8,
  maxRuns: 64,
  pageSeconds: 60,
  patienceSeconds: 0.25,
  turnSeconds: 10,
  eventReads: 8,
  earlyPassSeconds: 300,
};

/** Maximum number of connections checked per second; if there are more, each is checked less often. */
export const maxChecksPerSecond = 10;

/** Longest wait inside a pass, after which it is given up until later, in seconds. */
export const maxWaitSeconds = 60;

/** How many refusals in a row a pass waits out at one page. */
export const maxWaits = 10;

/** How often a pass without partitions is paused at one page before it ends there. */
export const maxStalls = 5;

/** How many errors a checkpoint keeps. */
export const maxErrors = 100;

/** The longest parameters of a next page, in characters of their JSON text. */
export const maxNextParamsLength = 65_536;

/** Max number of partitions that a checkpoint names of those with a held removal. */
export const maxHeldExamples = 20;

/** Max number of times a partition is read in one pass to find out whether its unseen records are gone. */
export const maxLooks = 3;

/** Up to this many unseen records are read one by one, and up to as many as the partition has pages. */
export const minLookups = 20;

/** A removal of more records than this, and of a larger share of the partition, is held. */
export const largeRemoval = { records: 50, share: 0.2 };

/** How far a time of the vendor may be behind the clock of this gateway, in milliseconds. */
export const clockMargin = 5 * 60_000;

/** Number of pages after which a reduced page size is doubled. */
export const pagesUntilLarger = 20;

/** Seconds from the end of a pass of an entity to its next one; null for an entity that is only read on request. */
export function intervalOf(connection: SyncConnection, entity: string, limits: SyncLimits): number | null {
  const { enabled, intervalSeconds } = scheduleOf(connection, entity, limits);
  return enabled ? intervalSeconds : null;
}

/** Whether an entity is read by schedule, and how many seconds then pass from the end of a pass to the next one. */
export function scheduleOf(
  { connector, schedule }: SyncConnection,
  entity: string,
  limits: Pick<SyncLimits, 'intervalSeconds'>,
): { readonly enabled: boolean; readonly intervalSeconds: number } {
  const own = schedule?.entities?.[entity];
  const seconds = own?.intervalSeconds ?? schedule?.intervalSeconds ?? limits.intervalSeconds;
  const intervalSeconds = Math.max(seconds, connector.upstream.limits?.minInterval ?? 0);
  return { enabled: own?.enabled ?? true, intervalSeconds };
}
