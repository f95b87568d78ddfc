import { randomUUID } from 'node:crypto';
import { type Database, RowInserter } from '@connectory/database';
import type { ControlPlaneTables } from '../database/tables.ts';
import type { Page } from '../page.ts';
import type { ProcessLife } from '../processes/process-life.ts';
import type { Policy } from '../tokens/policy.ts';
import type { WorkspaceId } from '../workspaces.ts';
import { type AuditEntry, type AuditMoment, auditColumns, type StoredAuditEntry, toAuditRow } from './audit-entry.ts';
import {
  type AuditListRequest,
  closeInterrupted,
  findAuditEntries,
  findAuditEntry,
  findStoredEntries,
  type StreamedAuditEntry,
} from './audit-log.ts';
import { type CallStatistics, CallStatisticsReader, type CallStatisticsRequest } from './call-statistics.ts';

const flushMilliseconds = 100;
const retryMilliseconds = 1_000;
const flushEntries = 500;
const transactionEntries = 500;
const maxBuffer = 20_000;
/** Longer than storing a batch takes, and than the clocks of two processes differ. */
const settledMilliseconds = 10_000;

const auditKey = ['workspace_id', 'at', 'id'] as const;

/**
 * The audit of all workspaces. Entries are buffered and stored together, every 100 ms or 500 entries. While the database
 * is away up to 20,000 entries wait; then the oldest are dropped and counted in `lost`.
 */
export class Audit {
  readonly #inserter: RowInserter;
  readonly #database: Database;
  readonly #statistics: CallStatisticsReader;
  readonly #life: ProcessLife;
  readonly #onError: (error: unknown) => void;
  readonly #clock = new SteadyClock();
  /** The last moment, and its text: a busy gateway begins many requests in a millisecond. */
  #millisecond = Number.NaN;
  #time = '';
  #buffer: ControlPlaneTables['audit'][] = [];
  #streamed: ReadonlySet<string> = new Set();
  #lost = 0;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #queued: Promise<void> | undefined;

  constructor(database: Database, life: ProcessLife, onError: (error: unknown) => void) {
    this.#life = life;
    this.#inserter = new RowInserter(database);
    this.#database = database;
    this.#statistics = new CallStatisticsReader(database);
    this.#onError = onError;
  }

  /** How many entries were dropped because the database was away for too long. */
  get lost(): number {
    return this.#lost;
  }

  /** How often storing entries failed. */
  get failures(): number {
    return this.#failures;
  }

  /** The moment of a request that begins now. Requests stay in order when the machine's clock is set back. */
  moment(): AuditMoment {
    const now = this.#clock.now();
    const millisecond = Math.floor(now);
    if (millisecond !== this.#millisecond) {
      this.#millisecond = millisecond;
      this.#time = new Date(millisecond).toISOString();
    }
    return { id: timeOrderedId(now), at: this.#time };
  }

  /** How many entries wait to be stored, and how many may. */
  get waiting(): { readonly limit: number; inUse(): number } {
    return { limit: maxBuffer, inUse: () => this.#buffer.length };
  }

  /** Queues the entry of a read; it is stored within about 100 ms. Never throws and never waits. */
  record(entry: AuditEntry): void {
    this.#push(toAuditRow(entry, null));
    if (this.#buffer.length % flushEntries === 0) this.#flushInBackground();
    else this.#schedule(flushMilliseconds);
  }

  /** Queues the entry of a write and resolves once it is stored. Rejects if storing fails; it is then retried. */
  recordDurably(entry: AuditEntry): Promise<void> {
    this.#push(toAuditRow(entry, null));
    return this.flush();
  }

  /**
   * Stores the entry of a request that is about to change something, and resolves when it is stored. Rejects when storing fails:
   * refuse the request then. Record an entry of the same moment when it has ended, also when this has failed.
   */
  async begin(entry: AuditEntry): Promise<void> {
    const life = await this.#life.begin();
    const row = toAuditRow({ ...entry, state: 'started' }, life.id);
    this.#push(row);
    try {
      await this.flush();
    } catch (error) {
      // If it was stored after all, the final entry replaces it.
      this.#buffer = this.#buffer.filter((waiting) => waiting !== row);
      throw error;
    }
  }

  /** Stores everything that was taken so far. Rejects when that fails; it is then tried again. */
  flush(): Promise<void> {
    if (this.#queued !== undefined) return this.#queued;
    const queued = this.#running.then(() => {
      this.#queued = undefined;
      return this.#storeBuffer();
    });
    this.#queued = queued;
    this.#running = queued.catch(() => undefined);
    return queued;
  }

  /** Entries of the workspace, newest first, those of this process that are not stored yet included. */
  async list(workspaceId: WorkspaceId, request: AuditListRequest = {}): Promise<Page<StoredAuditEntry>> {
    await this.flush();
    await this.closeInterrupted();
    return findAuditEntries(this.#database, workspaceId, request);
  }

  /** The entry of a workspace with this ID, if the policy allows it; null otherwise. */
  async get(workspaceId: WorkspaceId, id: string, policy?: Policy): Promise<StoredAuditEntry | null> {
    await this.flush();
    await this.closeInterrupted();
    return findAuditEntry(this.#database, workspaceId, id, policy);
  }

  /** Figures of the finished execute calls of a workspace; those of many calls may be some seconds old. */
  async calls(workspaceId: WorkspaceId, request: CallStatisticsRequest): Promise<CallStatistics> {
    await this.flush();
    return this.#statistics.read(workspaceId, request);
  }

  /** Marks entries that dead processes left unfinished as `interrupted`. */
  async closeInterrupted(): Promise<void> {
    const isAlive = async (id: string) => id === this.#life.id || this.#life.isAlive(id);
    await closeInterrupted(this.#database.tables(), isAlive, [...this.#streamed]);
  }

  /** Stores what is buffered and stops the thread that does so. Rejects when storing fails. */
  async close(): Promise<void> {
    await this.flush();
    await this.#inserter.close();
  }

  /** Notes with new entries of these workspaces when they are stored, so that subscriptions can follow them. */
  stream(workspaceIds: ReadonlySet<string>): void {
    this.#streamed = workspaceIds;
  }

  /**
   * Entries that ended, in the order in which they were stored, after a position: `storedAt` and ID with a space between. Those of the last
   * ten seconds are left out, because another process may still be storing an earlier one.
   */
  async storedAfter(workspaceId: WorkspaceId, position: string, limit: number): Promise<readonly StreamedAuditEntry[]> {
    const until = new Date(Date.now() - settledMilliseconds).toISOString();
    return findStoredEntries(this.#database.tables(), workspaceId, { position, until, limit });
  }

  #stamped(rows: readonly ControlPlaneTables['audit'][]): readonly ControlPlaneTables['audit'][] {
    if (this.#streamed.size === 0) return rows;
    const stored_at = new Date().toISOString();
    const isStreamed = (row: ControlPlaneTables['audit']) =>
      this.#streamed.has(row.workspace_id) && row.state !== 'started';
    return rows.map((row) => (isStreamed(row) ? { ...row, stored_at } : row));
  }

  #push(row: ControlPlaneTables['audit']): void {
    this.#buffer.push(row);
    this.#trim();
  }

  #trim(): void {
    const excess = this.#buffer.length - maxBuffer;
    if (excess <= 0) return;
    this.#buffer.splice(0, excess);
    this.#lost += excess;
  }

  #schedule(milliseconds: number): void {
    this.#timer ??= setTimeout(() => this.#flushInBackground(), milliseconds).unref();
  }

  #flushInBackground(): void {
    // Failures are reported there, once for all waiters.
    this.flush().catch(() => undefined);
  }

  async #storeBuffer(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#buffer.length > 0) {
      const batch = this.#buffer.splice(0, transactionEntries);
      try {
        // A batch whose commit was not heard of comes a second time with the same ids, and replaces the first.
        await this.#inserter.insert('audit', auditColumns, this.#stamped(latest(batch)), auditKey);
      } catch (error) {
        this.#failures++;
        this.#onError(error);
        this.#buffer = [...batch, ...this.#buffer];
        this.#trim();
        this.#schedule(retryMilliseconds);
        throw error;
      }
    }
  }
}

/** The rows without those that a later one of the same id replaces: a statement must not touch a row twice. */
function latest(batch: readonly ControlPlaneTables['audit'][]): readonly ControlPlaneTables['audit'][] {
  return [...new Map(batch.map((row) => [row.id, row])).values()];
}

/**
 * Wall-clock time for what has to stay in order. It never goes back: when the machine's clock is set back, it goes on at half speed
 * until that has caught up.
 */
export class SteadyClock {
  #last = 0;
  #measuredAt = 0;

  /** Milliseconds since 1970, never less than the last time. */
  now(): number {
    const measuredAt = performance.now();
    this.#last = Math.max(Date.now(), this.#last + (measuredAt - this.#measuredAt) / 2);
    this.#measuredAt = measuredAt;
    return this.#last;
  }
}

let lastMoment = 0;
let lastPrefix = '';
let sequence = 0;

/** A version 7 UUID. Those of one process sort as text in the order of creation, even within a millisecond. */
export function timeOrderedId(now: number): string {
  const moment = Math.floor(now);
  if (moment > lastMoment) begin(moment);
  else if (sequence === 0xfff) begin(lastMoment + 1);
  else sequence += 1;
  return `${lastPrefix}${sequence.toString(16).padStart(3, '0')}-${randomUUID().slice(19)}`;
}

// Busy processes make many IDs in a millisecond.
function begin(moment: number): void {
  lastMoment = moment;
  sequence = 0;
  const digits = moment.toString(16).padStart(12, '0');
  lastPrefix = `${digits.slice(0, 8)}-${digits.slice(8)}-7`;
}
