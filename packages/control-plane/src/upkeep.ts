import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Audit } from './audit/audit.ts';
import { type AuditLimits, removeOldEntries } from './audit/audit-log.ts';
import { removeExpiredClients } from './authorization/oauth-clients.ts';
import { removeUnusedGrants } from './authorization/oauth-grants.ts';
import type { Confirmations } from './confirmations.ts';
import { removeEndedLinks } from './connect-links.ts';
import type { ControlPlaneTables } from './database/tables.ts';
import type { EventReceipts } from './event-endpoints.ts';
import { removeEndedHeldWrites, removeExcessHeldWrites } from './held-writes/held-writes.ts';
import type { IdempotencyKeys } from './idempotency.ts';
import { removeEndedSessions } from './people/sessions.ts';
import { type Leases, LeaseUnavailableError } from './processes/leases.ts';
import { removeOldEvents } from './subscriptions/lifecycle-events.ts';
import { removeEndedTokens } from './tokens/tokens.ts';
import type { Copies, WorkspaceDeletion } from './workspace-deletion.ts';
import { storedWorkspaceId, type WorkspaceId, workspaceless } from './workspaces.ts';

const minute = 60_000;
const hour = 60 * minute;
const batch = 500;

/** Dependencies of the upkeep. */
export interface UpkeepParts {
  readonly tables: Kysely<ControlPlaneTables>;
  readonly audit: Audit;
  readonly idempotency: IdempotencyKeys;
  readonly confirmations: Confirmations;
  readonly eventReceipts: EventReceipts;
  readonly leases: Leases;
  readonly workspaceDeletion: WorkspaceDeletion;
  readonly limits: AuditLimits;
  readonly onError: (error: unknown) => void;
}

/**
 * Puts the database in order in the background: closes entries of processes that died and completes deletions, every minute, and removes
 * what is kept no longer, every hour. Removes in one process at a time.
 */
export class Upkeep {
  readonly #parts: UpkeepParts;
  readonly #end = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #removesAt = performance.now() + minute;
  readonly #chores: (() => Promise<void>)[] = [];

  constructor(parts: UpkeepParts) {
    this.#parts = parts;
  }

  /** Runs something else every minute, in every process. */
  everyMinute(chore: () => Promise<void>): void {
    this.#chores.push(chore);
  }

  /** Starts with what dead processes left behind, and runs until `close`. Copies are removed in hosted mode only. */
  start(copies?: Copies): void {
    this.#running = this.#turn(copies).then(() => {
      if (this.#end.signal.aborted) return;
      // Processes that were started together must not come together for ever.
      this.#timer = setTimeout(() => this.start(copies), minute * (0.9 + Math.random() / 5)).unref();
    });
  }

  /**
   * Removes expired idempotency keys and confirmations, events that arrived a day ago, tokens that ended longer ago than the audit reaches,
   * connect links and held writes that ended 30 days ago, sessions that have ended, OAuth clients and grants that were not used in time,
   * lifecycle events after 30 days, and audit entries beyond the limits.
   */
  removeOld(): Promise<void> {
    return this.#alone((signal) => this.#removeAll(signal));
  }

  /** Completes interrupted deletions, and removes what was stored for deleted workspaces since. */
  completeDeletions(copies?: Copies): Promise<void> {
    return this.#alone((signal) => this.#parts.workspaceDeletion.complete(copies, signal));
  }

  async #alone(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { leases } = this.#parts;
    try {
      await leases.withLease('upkeep', {}, (lost) => work(AbortSignal.any([lost, this.#end.signal])));
    } catch (error) {
      if (!(error instanceof LeaseUnavailableError)) throw error;
    }
  }

  /** Stops; the next process removes the rest. */
  async close(): Promise<void> {
    this.#end.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #turn(copies: Copies | undefined): Promise<void> {
    try {
      await this.#parts.audit.closeInterrupted();
      await this.completeDeletions(copies);
      for (const chore of this.#chores) await chore();
      if (performance.now() < this.#removesAt) return;
      this.#removesAt = performance.now() + hour;
      await this.removeOld();
    } catch (error) {
      if (!this.#end.signal.aborted) this.#parts.onError(error);
    }
  }

  async #removeAll(signal: AbortSignal): Promise<void> {
    const { tables, idempotency, confirmations, eventReceipts, limits } = this.#parts;
    await untilFewer(signal, () => idempotency.removeExpired(batch));
    await untilFewer(signal, () => confirmations.removeExpired(batch));
    await untilFewer(signal, () => eventReceipts.removeOld(batch));
    await untilFewer(signal, () => removeEndedTokens(tables, limits.days, batch));
    await untilFewer(signal, () => removeEndedLinks(tables, batch));
    await untilFewer(signal, () => removeUnusedGrants(tables, batch));
    await untilFewer(signal, () => removeExpiredClients(tables, batch));
    await untilFewer(signal, () => removeOldEvents(tables, batch));
    await untilFewer(signal, () => removeEndedSessions(tables, batch));
    await untilFewer(signal, () => removeEndedHeldWrites(tables, batch));
    await removeOldEntries(tables, workspaceless, limits, signal);
    for (let id = await this.#workspaceAfter(''); id !== undefined; id = await this.#workspaceAfter(id)) {
      await removeOldEntries(tables, id, limits, signal);
      await untilFewer(signal, () => removeExcessHeldWrites(tables, id, batch));
      if (signal.aborted) return;
    }
  }

  async #workspaceAfter(id: string): Promise<WorkspaceId | undefined> {
    const row = await this.#parts.tables
      .selectFrom('workspaces')
      .select('id')
      .where('id', '>', id)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    return row && storedWorkspaceId(row.id);
  }
}

async function untilFewer(signal: AbortSignal, remove: () => Promise<number>): Promise<void> {
  while (!signal.aborted && (await remove()) === batch) await pause(5);
}
