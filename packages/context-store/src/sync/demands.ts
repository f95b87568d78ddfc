import type { Checkpoint } from './checkpoint.ts';

/** A pass somebody wants before it is due. Times in milliseconds. */
export interface Demand {
  readonly full: boolean;
  /** Not before this time. */
  readonly notBefore: number;
  /** Only a pass that began after this time shows what it is wanted for; null when one that goes on will do. */
  readonly begunAfter: number | null;
}

/** The passes wanted in this process, by connection and entity. They are not stored: the schedule catches up on them. */
export class Demands {
  readonly #byConnection = new Map<string, Map<string, Demand>>();

  /** Adds a demand to the one there may be. */
  add(connectionId: string, entity: string, demand: Demand): void {
    const entities = this.#byConnection.get(connectionId) ?? new Map<string, Demand>();
    this.#byConnection.set(connectionId, entities);
    const known = entities.get(entity);
    entities.set(entity, known === undefined ? demand : merged(known, demand));
  }

  /** What is wanted of an entity. */
  of(connectionId: string, entity: string): Demand | undefined {
    return this.#byConnection.get(connectionId)?.get(entity);
  }

  /** When the first thing wanted of a connection may begin; infinite when nothing is. */
  earliest(connectionId: string): number {
    const demands = this.#byConnection.get(connectionId)?.values() ?? [];
    return Math.min(Number.POSITIVE_INFINITY, ...[...demands].map(({ notBefore }) => notBefore));
  }

  /** Forgets a demand that a pass has met; `here` when it has just ended in this process. */
  settle(connectionId: string, entity: string, checkpoint: Checkpoint, here: boolean): void {
    const entities = this.#byConnection.get(connectionId);
    const demand = entities?.get(entity);
    if (entities === undefined || demand === undefined || !isMet(demand, checkpoint, here)) return;
    entities.delete(entity);
    if (entities.size === 0) this.#byConnection.delete(connectionId);
  }

  /** Puts a demand off that could not be met now. */
  postpone(connectionId: string, entity: string, notBefore: number): void {
    const entities = this.#byConnection.get(connectionId);
    const demand = entities?.get(entity);
    if (demand !== undefined) entities?.set(entity, { ...demand, notBefore });
  }

  /** Forgets everything about a connection. */
  drop(connectionId: string): void {
    this.#byConnection.delete(connectionId);
  }
}

function merged(one: Demand, other: Demand): Demand {
  const begunAfter =
    one.begunAfter === null || other.begunAfter === null
      ? (one.begunAfter ?? other.begunAfter)
      : Math.max(one.begunAfter, other.begunAfter);
  return { full: one.full || other.full, notBefore: Math.min(one.notBefore, other.notBefore), begunAfter };
}

function isMet(demand: Demand, checkpoint: Checkpoint, here: boolean): boolean {
  if (checkpoint.position !== null || checkpoint.startedAt === null) return false;
  if (demand.full && checkpoint.kind !== 'full') return false;
  if (demand.begunAfter === null) return here;
  return Date.parse(checkpoint.startedAt) > demand.begunAfter;
}
