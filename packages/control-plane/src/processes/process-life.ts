import { randomUUID } from 'node:crypto';
import type { Database } from '@connectory/database';
import type { Kysely } from 'kysely';
import type { ControlPlaneTables } from '../database/tables.ts';

const beatMilliseconds = 1_000;
/** After so long without a beat, seen by another process, a process counts as dead. */
const silenceMilliseconds = 3_000;

/** Called with the names of leases whose holder died. */
export type FreedListener = (names: readonly string[]) => void;

/** One incarnation of a process: it ends if another process considers this one dead. */
export interface Life {
  readonly id: string;
  /** Aborts when the life has ended. */
  readonly ended: AbortSignal;
}

/**
 * Lets the processes of one database see which of them live. Each counts its row up every second and looks at the rows of the
 * others; one whose count stands still for three seconds is removed, and all it held with it. No wall clock takes part, so that
 * clocks may jump. A process that was only paused learns at its next beat that its life has ended, and begins another.
 */
export class ProcessLife {
  readonly #tables: Kysely<ControlPlaneTables>;
  readonly #onError: (error: unknown) => void;
  readonly #listeners = new Set<FreedListener>();
  readonly #watch = new Liveness(silenceMilliseconds, 1.5 * beatMilliseconds);
  #current: { readonly id: string; readonly end: AbortController } | undefined;
  #beginning: Promise<Life> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<void> = Promise.resolve();
  #beatAt = performance.now();
  #failure: unknown = null;
  #closed = false;

  constructor(database: Database, onError: (error: unknown) => void) {
    this.#tables = database.tables<ControlPlaneTables>();
    this.#onError = onError;
  }

  /** Begins to beat and to watch. */
  async start(): Promise<void> {
    await this.begin();
    await this.#look();
    this.#schedule();
  }

  /** Id of the present life; empty between two lives. */
  get id(): string {
    return this.#current?.id ?? '';
  }

  /** The life of this process; a new one where the last has ended. */
  begin(): Promise<Life> {
    const current = this.#current;
    if (current !== undefined) return Promise.resolve({ id: current.id, ended: current.end.signal });
    this.#beginning ??= this.#begin().finally(() => {
      this.#beginning = undefined;
    });
    return this.#beginning;
  }

  /** Ends the life with this id, which the database does not know any more. */
  end(id: string): void {
    if (this.#current?.id !== id) return;
    this.#current.end.abort(new Error('Other processes took this one for dead.'));
    this.#current = undefined;
  }

  /** Whether the process with this ID is not known to be dead. */
  async isAlive(id: string): Promise<boolean> {
    const row = await this.#tables.selectFrom('processes').select('id').where('id', '=', id).executeTakeFirst();
    return row !== undefined;
  }

  /** Calls `listener` whenever this process has freed the leases of a dead one; the returned function ends that. */
  whenFreed(listener: FreedListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Milliseconds since this process last wrote a beat. */
  get silence(): number {
    return performance.now() - this.#beatAt;
  }

  /** Why the last heartbeat failed; null if it succeeded. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Ends this process's life at once. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#turn;
    await this.#beginning?.catch(() => undefined);
    const current = this.#current;
    if (current === undefined) return;
    this.end(current.id);
    await this.#tables.deleteFrom('processes').where('id', '=', current.id).execute();
  }

  async #begin(): Promise<Life> {
    const id = randomUUID();
    await this.#tables.insertInto('processes').values({ id, beat: 0 }).execute();
    const end = new AbortController();
    this.#current = { id, end };
    this.#beatAt = performance.now();
    return { id, ended: end.signal };
  }

  #schedule(): void {
    if (this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#turn = this.#beatAndLook().then(() => this.#schedule());
    }, beatMilliseconds).unref();
  }

  async #beatAndLook(): Promise<void> {
    try {
      await this.#beat();
      await this.#look();
      this.#failure = null;
    } catch (error) {
      this.#watch.interrupt();
      // A database that is away fails every second, and is worth one line.
      if (this.#failure === null && !this.#closed) this.#onError(error);
      this.#failure = error ?? new Error('The sign of life failed.');
    }
  }

  async #beat(): Promise<void> {
    const { id } = await this.begin();
    const row = await this.#tables
      .updateTable('processes')
      .set(({ eb, ref }) => ({ beat: eb(ref('beat'), '+', 1) }))
      .where('id', '=', id)
      .returning('beat')
      .executeTakeFirst();
    if (row === undefined) this.end(id);
    this.#beatAt = performance.now();
  }

  async #look(): Promise<void> {
    const rows = await this.#tables.selectFrom('processes').select(['id', 'beat']).execute();
    const others = rows.filter(({ id }) => id !== this.#current?.id);
    for (const silent of this.#watch.observe(others, performance.now())) await this.#bury(silent);
  }

  // A process that beats after all between the look and this has another count, and lives on.
  async #bury({ id, beat }: ControlPlaneTables['processes']): Promise<void> {
    const names = await this.#tables.transaction().execute(async (transaction) => {
      const held = await transaction.selectFrom('leases').select('name').where('process', '=', id).execute();
      const buried = await transaction
        .deleteFrom('processes')
        .where('id', '=', id)
        .where('beat', '=', beat)
        .returning('id')
        .executeTakeFirst();
      return buried === undefined ? [] : held.map(({ name }) => name);
    });
    if (names.length > 0) for (const listener of this.#listeners) listener(names);
  }
}

/** The heartbeat of a process: a counter that changes while the process lives. */
interface Sign {
  readonly id: string;
  readonly beat: number;
}

interface Silence {
  readonly beat: number;
  readonly milliseconds: number;
}

/**
 * Tells which processes have fallen silent, from what one observer sees. Only time between two looks counts, and of a long gap
 * only `longestGap`: an observer that was itself paused, or had no database, has not watched anybody.
 */
export class Liveness {
  readonly #silenceMilliseconds: number;
  readonly #maxGap: number;
  #silences = new Map<string, Silence>();
  #lookedAt: number | undefined;

  constructor(silenceMilliseconds: number, maxGap: number) {
    this.#silenceMilliseconds = silenceMilliseconds;
    this.#maxGap = maxGap;
  }

  /** Records heartbeats seen at a monotonic time in milliseconds; returns the processes that have been silent for too long. */
  observe<Seen extends Sign>(signs: readonly Seen[], now: number): readonly Seen[] {
    const gap = this.#lookedAt === undefined ? 0 : Math.min(now - this.#lookedAt, this.#maxGap);
    this.#lookedAt = now;
    const silences = new Map<string, Silence>();
    for (const { id, beat } of signs) {
      const before = this.#silences.get(id);
      silences.set(id, { beat, milliseconds: before?.beat === beat ? before.milliseconds + gap : 0 });
    }
    this.#silences = silences;
    return signs.filter(({ id }) => (silences.get(id)?.milliseconds ?? 0) >= this.#silenceMilliseconds);
  }

  /** Records a failed look: the time until the next one does not count. */
  interrupt(): void {
    this.#lookedAt = undefined;
  }
}
