import type { Checkpoint } from './checkpoint.ts';

/** A pass that was requested before it is due. Times in milliseconds. */
export interface PassRequest {
  readonly full: boolean;
  /** A person has confirmed that the records a full pass does not see are gone. */
  readonly removeHeld?: boolean;
  /** Not before this time. */
  readonly notBefore: number;
  /** Only a pass that began after this time, in any process, shows what it is wanted for; null when that does not matter. */
  readonly begunAfter: number | null;
  /** Only a pass that begins in this process from now on will do, or a later one: the others know less of the connection. */
  readonly fresh: boolean;
}

/** A request as it is kept: what differs in more than time is met by different passes. */
interface Wanted extends PassRequest {
  /** Number of the newest request. */
  readonly number: number;
  /** Number of the newest request that is satisfied by any pass that ends after it; null if there is none. */
  readonly ended: number | null;
  /** The first pass that began here since something fresh was wanted, null before. */
  readonly firstPass: number | null;
}

/** All that is wanted of an entity, by what it takes to meet it. */
type EntityRequests = Map<string, Wanted>;

/**
 * The passes requested in this process, by connection and entity. They are not stored, because the schedule makes up for lost ones. PassRequests
 * are numbered, because a clock does not distinguish moments within a millisecond.
 */
export class PassRequests {
  readonly #byConnection = new Map<string, Map<string, EntityRequests>>();
  #newest = 0;

  /** Number of the newest request. Whoever keeps it knows later what was wanted by then. */
  get newest(): number {
    return this.#newest;
  }

  /** Adds a request to those there may be. */
  add(connectionId: string, entity: string, passRequest: PassRequest): void {
    const entities = this.#byConnection.get(connectionId) ?? new Map<string, EntityRequests>();
    this.#byConnection.set(connectionId, entities);
    const wanted: EntityRequests = entities.get(entity) ?? new Map();
    entities.set(entity, wanted);
    this.#newest += 1;
    const isEndEnough = passRequest.begunAfter === null && !passRequest.fresh;
    const added = { ...passRequest, number: this.#newest, ended: isEndEnough ? this.#newest : null, firstPass: null };
    const known = wanted.get(kindOf(passRequest));
    wanted.set(kindOf(passRequest), known === undefined ? added : merged(known, added));
  }

  /** What is wanted of an entity, taken together. */
  of(connectionId: string, entity: string): PassRequest | undefined {
    const [first, ...others] = this.#wanted(connectionId, entity)?.values() ?? [];
    return first === undefined ? undefined : others.reduce(merged, first);
  }

  /** When the first thing wanted of a connection may begin; infinite when nothing is. */
  earliest(connectionId: string): number {
    let earliest = Number.POSITIVE_INFINITY;
    for (const wanted of this.#byConnection.get(connectionId)?.values() ?? []) {
      for (const { notBefore } of wanted.values()) earliest = Math.min(earliest, notBefore);
    }
    return earliest;
  }

  /** Notes that a pass begins in this process. */
  begin(connectionId: string, entity: string, pass: number): void {
    const wanted = this.#wanted(connectionId, entity);
    for (const [kind, one] of wanted ?? []) {
      if (one.fresh) wanted?.set(kind, { ...one, firstPass: one.firstPass ?? pass });
    }
  }

  /** Forgets what a pass has met; `received` is the newest request before its end where it has just ended in this process, else null. */
  satisfy(connectionId: string, entity: string, checkpoint: Checkpoint, received: number | null): void {
    const entities = this.#byConnection.get(connectionId);
    const wanted = entities?.get(entity);
    for (const [kind, one] of wanted ?? []) if (isSatisfied(one, checkpoint, received)) wanted?.delete(kind);
    if (wanted?.size === 0) entities?.delete(entity);
    if (entities?.size === 0) this.#byConnection.delete(connectionId);
  }

  /** Puts off what could not be met now, but for what is newer than `received`. */
  postpone(connectionId: string, entity: string, notBefore: number, received: number): void {
    this.#postpone(this.#wanted(connectionId, entity), () => notBefore, received);
  }

  /** Puts everything off that is wanted of a connection, but for what is newer than `received`. */
  postponeAll(connectionId: string, notBefore: number, received: number): void {
    for (const wanted of this.#byConnection.get(connectionId)?.values() ?? []) {
      this.#postpone(wanted, (one) => Math.max(notBefore, one.notBefore), received);
    }
  }

  /** Moves all requests this many milliseconds earlier, after the clock was set back. */
  bringForward(milliseconds: number): void {
    for (const entities of this.#byConnection.values()) {
      for (const wanted of entities.values()) {
        for (const [kind, one] of wanted) {
          const begunAfter = one.begunAfter === null ? null : one.begunAfter - milliseconds;
          wanted.set(kind, { ...one, notBefore: one.notBefore - milliseconds, begunAfter });
        }
      }
    }
  }

  /** Forgets everything about a connection. */
  drop(connectionId: string): void {
    this.#byConnection.delete(connectionId);
  }

  #wanted(connectionId: string, entity: string): EntityRequests | undefined {
    return this.#byConnection.get(connectionId)?.get(entity);
  }

  #postpone(wanted: EntityRequests | undefined, until: (one: Wanted) => number, received: number): void {
    for (const [kind, one] of wanted ?? []) {
      if (one.number <= received) wanted?.set(kind, { ...one, notBefore: until(one) });
    }
  }
}

// If they were merged, a request that a pass has just satisfied would pass its requirements on to the next one.
function kindOf({ full, removeHeld = false, fresh, begunAfter }: PassRequest): string {
  return [full, removeHeld, fresh, begunAfter !== null].join();
}

function merged(one: Wanted, other: Wanted): Wanted {
  const begunAfter =
    one.begunAfter === null || other.begunAfter === null
      ? (one.begunAfter ?? other.begunAfter)
      : Math.max(one.begunAfter, other.begunAfter);
  return {
    full: one.full || other.full,
    removeHeld: one.removeHeld === true || other.removeHeld === true,
    notBefore: Math.min(one.notBefore, other.notBefore),
    begunAfter,
    fresh: one.fresh || other.fresh,
    number: other.number,
    ended: other.ended ?? one.ended,
    firstPass: other.fresh ? null : one.firstPass,
  };
}

function isSatisfied(
  { full, removeHeld, begunAfter, fresh, firstPass, ended }: Wanted,
  { position, startedAt, kind, pass, confirmed }: Checkpoint,
  received: number | null,
): boolean {
  if (position !== null || startedAt === null) return false;
  if (full && kind !== 'full') return false;
  if (removeHeld === true && !confirmed) return false;
  if (begunAfter !== null && Date.parse(startedAt) <= begunAfter) return false;
  if (fresh && (firstPass === null || pass < firstPass)) return false;
  return ended === null || (received !== null && received >= ended);
}
