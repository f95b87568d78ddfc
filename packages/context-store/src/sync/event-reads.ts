import type { EventHint } from '@connectory/connector-sdk';
import { writeExactly } from '@connectory/exact-json';
import { FairTurns } from '../stores/fair-turns.ts';
import { entityPlans } from './entity-plan.ts';
import { applyHint, type HintedRecordParts, type HintOutcome, type RecordHint } from './hinted-record.ts';
import { isLeaseUnavailable, type LeaseKeeper } from './lease-keeper.ts';
import type { SyncLimits } from './pass-limits.ts';
import { isWorthWaiting, reactionTo } from './sync-failure.ts';
import type { SyncConnection } from './sync-source.ts';

/** The most records that wait, of one connection and in all. */
const maxWaiting = { connection: 1_000, all: 50_000 };
/** The most characters of the parameters and the key of a record. */
const maxHintLength = 4_096;
const debounceMilliseconds = 200;
const readsOfConnection = 4;
// Another process may have events of the same connection.
const readsUnderLease = 100;
const leaseWaitSeconds = 5;

/** Dependencies of reading on behalf of events. */
export interface EventReadParts extends HintedRecordParts {
  readonly leases: LeaseKeeper;
  readonly limits: Pick<SyncLimits, 'eventReads' | 'pageSeconds'>;
  readonly onError: (error: unknown, connectionId: string, entity: string | null) => void;
  /** Requests a pass of an entity before it is due. */
  readonly wantPass: (connection: SyncConnection, entity: string, full: boolean) => void;
  /** Told what became of each record. */
  readonly observe: (connection: SyncConnection, outcome: HintOutcome) => void;
}

interface Waiting {
  readonly hint: RecordHint;
  readonly dueAt: number;
  readonly tries: number;
}

interface Queue {
  readonly connection: SyncConnection;
  /** By entity and parameters. */
  readonly waiting: Map<string, Waiting>;
  readonly running: Set<string>;
  readonly gone: AbortController;
  done: Promise<void> | null;
}

/**
 * Reads the records that events are about: each shortly after the first event about it, so that several events cost one read. Workspaces
 * take turns, and one process at a time reads for a connection. Records that cannot be read, or exceed the queue, are left to a pass.
 */
export class EventReads {
  readonly #parts: EventReadParts;
  readonly #turns: FairTurns;
  readonly #queues = new Map<string, Queue>();
  readonly #stopping = new AbortController();
  #waiting = 0;

  constructor(parts: EventReadParts) {
    this.#parts = parts;
    this.#turns = new FairTurns(parts.limits.eventReads);
  }

  /** Records that wait, and the most that may. */
  get load(): { readonly waiting: number; readonly maxWaiting: number } {
    return { waiting: this.#waiting, maxWaiting: maxWaiting.all };
  }

  /** Takes hints on. Those for entities without a copy are of no interest. */
  add(connection: SyncConnection, hints: readonly EventHint[]): void {
    if (this.#stopping.signal.aborted) return;
    const plans = entityPlans(connection.connector);
    for (const { entity, params, key, gone = false } of hints) {
      const plan = plans.find((candidate) => candidate.entity.name === entity);
      if (plan === undefined) continue;
      const isTaken = params !== undefined && this.#take({ connection, plan, params, key, gone });
      if (!isTaken) this.#parts.wantPass(connection, entity, gone);
    }
  }

  /** Forgets what waits for a connection that was removed, and resolves when nothing of it is read any more. */
  async remove(connectionId: string): Promise<void> {
    const queue = this.#queues.get(connectionId);
    if (queue === undefined) return;
    queue.gone.abort();
    this.#forget(queue);
    await queue.done;
  }

  /** Stops reading, and resolves when running reads have ended. Waiting records are left to the passes. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([...this.#queues.values()].map(({ done }) => done));
  }

  #take(hint: RecordHint): boolean {
    const { connection, plan, params, key } = hint;
    const name = writeExactly([plan.entity.name, params]);
    const queue = this.#queues.get(connection.id) ?? this.#newQueue(connection);
    const known = queue.waiting.get(name);
    const isFull = queue.waiting.size >= maxWaiting.connection || this.#waiting >= maxWaiting.all;
    const length = name.length + (key === undefined ? 0 : writeExactly(key).length);
    if (length > maxHintLength || (known === undefined && isFull)) return false;
    const dueAt = known?.dueAt ?? this.#parts.clock.now() + debounceMilliseconds;
    this.#put(queue, name, { hint, dueAt, tries: known?.tries ?? 0 });
    return true;
  }

  #newQueue(connection: SyncConnection): Queue {
    const queue: Queue = {
      connection,
      waiting: new Map(),
      running: new Set(),
      gone: new AbortController(),
      done: null,
    };
    this.#queues.set(connection.id, queue);
    return queue;
  }

  #put(queue: Queue, name: string, waiting: Waiting): void {
    if (!queue.waiting.has(name)) this.#waiting += 1;
    queue.waiting.set(name, waiting);
    queue.done ??= this.#work(queue);
  }

  #drop(queue: Queue, name: string): void {
    if (queue.waiting.delete(name)) this.#waiting -= 1;
  }

  #forget(queue: Queue): void {
    this.#waiting -= queue.waiting.size;
    queue.waiting.clear();
  }

  async #work(queue: Queue): Promise<void> {
    const { clock, leases, onError } = this.#parts;
    const { id } = queue.connection;
    const ending = AbortSignal.any([this.#stopping.signal, queue.gone.signal]);
    while (queue.waiting.size > 0 && !ending.aborted) {
      const dueAt = Math.min(...Array.from(queue.waiting.values(), (waiting) => waiting.dueAt));
      await clock.sleep(Math.max(0, dueAt - clock.now()), ending);
      if (ending.aborted) break;
      try {
        await leases.withLease(`events/${id}`, { waitSeconds: leaseWaitSeconds }, (lost) =>
          this.#readDue(queue, AbortSignal.any([ending, lost])),
        );
      } catch (error) {
        if (isLeaseUnavailable(error)) {
          await clock.sleep(debounceMilliseconds, ending);
          continue;
        }
        onError(error, id, null);
        this.#leaveToPasses(queue);
      }
    }
    this.#forget(queue);
    this.#queues.delete(id);
  }

  async #readDue(queue: Queue, ending: AbortSignal): Promise<void> {
    let left = readsUnderLease;
    const lane = async () => {
      for (let due = this.#due(queue); due !== undefined && left > 0; due = this.#due(queue)) {
        if (ending.aborted) return;
        left -= 1;
        await this.#read(queue, due, ending);
      }
    };
    await Promise.all(Array.from({ length: readsOfConnection }, lane));
  }

  #due({ waiting, running }: Queue): string | undefined {
    const now = this.#parts.clock.now();
    for (const [name, { dueAt }] of waiting) if (dueAt <= now && !running.has(name)) return name;
    return undefined;
  }

  async #read(queue: Queue, name: string, ending: AbortSignal): Promise<void> {
    const { connection, waiting, running } = queue;
    running.add(name);
    try {
      const turn = await this.#turns.take(connection.workspaceId, ending).catch(() => null);
      const due = waiting.get(name);
      if (turn === null || due === undefined) return turn?.end();
      // An event that comes from now on is about a later state.
      this.#drop(queue, name);
      try {
        await this.#apply(queue, name, due, ending);
      } finally {
        turn.end();
      }
    } finally {
      running.delete(name);
    }
  }

  async #apply(queue: Queue, name: string, due: Waiting, ending: AbortSignal): Promise<void> {
    const { clock, limits, wantPass, observe } = this.#parts;
    const { connection, plan, gone } = due.hint;
    const late = new AbortController();
    const forget = clock.after(limits.pageSeconds * 1000, () => late.abort());
    try {
      const outcome = await applyHint(this.#parts, due.hint, AbortSignal.any([ending, late.signal]));
      observe(connection, outcome);
      if (outcome === 'again') this.#again(queue, name, due, debounceMilliseconds);
      if (outcome === 'needs_pass' || outcome === 'needs_full_pass')
        wantPass(connection, plan.entity.name, outcome === 'needs_full_pass');
    } catch (error) {
      if (ending.aborted) return;
      const reaction = reactionTo(error);
      if (isWorthWaiting(reaction, due.tries)) this.#again(queue, name, due, reaction.seconds * 1000);
      else {
        this.#parts.onError(error, connection.id, plan.entity.name);
        wantPass(connection, plan.entity.name, gone);
      }
    } finally {
      forget();
    }
  }

  #again(queue: Queue, name: string, { hint, tries }: Waiting, milliseconds: number): void {
    if (queue.gone.signal.aborted || queue.waiting.has(name)) return;
    this.#put(queue, name, { hint, dueAt: this.#parts.clock.now() + milliseconds, tries: tries + 1 });
  }

  #leaveToPasses(queue: Queue): void {
    const entities = new Map<string, boolean>();
    for (const { hint } of queue.waiting.values()) {
      const { name } = hint.plan.entity;
      entities.set(name, hint.gone || entities.get(name) === true);
    }
    this.#forget(queue);
    for (const [entity, full] of entities) this.#parts.wantPass(queue.connection, entity, full);
  }
}
