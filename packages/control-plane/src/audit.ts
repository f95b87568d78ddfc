import { type Database, RowInserter } from '@connectory/database';
import type { Kysely } from 'kysely';
import { type AuditEntry, auditColumns, fromAuditRow, type StoredAuditEntry, toAuditRow } from './audit-entry.ts';
import { isId } from './input.ts';
import { type Page, type PageRequest, pageLimit, pagePosition, toPage } from './page.ts';
import type { ControlPlaneTables } from './tables.ts';
import { timeOrderedId } from './time-ordered-id.ts';
import type { WorkspaceId } from './workspace-id.ts';

const flushMilliseconds = 100;
const retryMilliseconds = 1_000;
const flushEntries = 500;
const transactionEntries = 500;
const largestBuffer = 20_000;

/** Which audit entries to list. */
export interface AuditListRequest extends PageRequest {
  /** Only entries of this connection. */
  readonly connectionId?: string | undefined;
}

/**
 * The audit of all workspaces. Entries are buffered and stored together, every 100 ms or 500 entries. While the database
 * is away up to 20,000 entries wait; then the oldest are dropped and counted in `lost`.
 */
export class Audit {
  readonly #inserter: RowInserter;
  readonly #tables: Kysely<ControlPlaneTables>;
  readonly #onError: (error: unknown) => void;
  #buffer: ControlPlaneTables['audit'][] = [];
  #lost = 0;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #queued: Promise<void> | undefined;

  constructor(database: Database, onError: (error: unknown) => void) {
    this.#inserter = new RowInserter(database);
    this.#tables = database.tables<ControlPlaneTables>();
    this.#onError = onError;
  }

  /** How many entries were dropped because the database was away for too long. */
  get lost(): number {
    return this.#lost;
  }

  /** How many entries wait to be stored, and how many may. */
  get waiting(): { readonly limit: number; inUse(): number } {
    return { limit: largestBuffer, inUse: () => this.#buffer.length };
  }

  /** Takes an entry of a read: it is stored within about 100 ms. Never throws and never waits. */
  record(entry: AuditEntry): void {
    this.#push(entry);
    if (this.#buffer.length % flushEntries === 0) this.#flushInBackground();
    else this.#schedule(flushMilliseconds);
  }

  /** Takes an entry of a write and resolves when it is stored. Rejects when storing fails; it is then tried again. */
  recordDurably(entry: AuditEntry): Promise<void> {
    this.#push(entry);
    return this.flush();
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
    const limit = pageLimit(request);
    const before = pagePosition(request, 2);
    const { connectionId } = request;
    if (connectionId !== undefined && !isId(connectionId)) return { items: [], nextCursor: null };
    await this.flush();
    const rows = await this.#tables
      .selectFrom('audit')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .$if(connectionId !== undefined, (query) => query.where('connection_id', '=', connectionId ?? ''))
      .$if(before !== null, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('at', 'id'), '<', tuple(before?.[0] ?? '', before?.[1] ?? '')),
        ),
      )
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    return toPage(rows.map(fromAuditRow), limit, (last) => [last.at, last.id]);
  }

  /** Stores what is buffered and stops the thread that does so. Rejects when storing fails. */
  async close(): Promise<void> {
    await this.flush();
    await this.#inserter.close();
  }

  #push(entry: AuditEntry): void {
    this.#buffer.push(toAuditRow(timeOrderedId(), entry));
    this.#trim();
  }

  #trim(): void {
    const excess = this.#buffer.length - largestBuffer;
    if (excess <= 0) return;
    this.#buffer.splice(0, excess);
    this.#lost += excess;
  }

  #schedule(milliseconds: number): void {
    this.#timer ??= setTimeout(() => this.#flushInBackground(), milliseconds).unref();
  }

  #flushInBackground(): void {
    this.flush().catch(this.#onError);
  }

  async #storeBuffer(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#buffer.length > 0) {
      const batch = this.#buffer.splice(0, transactionEntries);
      try {
        // A batch whose commit was not heard of comes a second time with the same ids, which are then there already.
        await this.#inserter.insert('audit', auditColumns, batch);
      } catch (error) {
        this.#buffer = [...batch, ...this.#buffer];
        this.#trim();
        this.#schedule(retryMilliseconds);
        throw error;
      }
    }
  }
}
