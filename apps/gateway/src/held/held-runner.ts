import { setTimeout as pause } from 'node:timers/promises';
import type { FairTurns } from '@connectory/context-store';
import type { ControlPlane, Decision, HeldOutcome, HeldWriteDetails, WorkspaceId } from '@connectory/control-plane';
import { carryOutHeld, type Executor, toGatewayError } from '@connectory/core';
import { problemOf } from '@connectory/errors';
import { writeExactly } from '@connectory/exact-json';

const leasePrefix = 'held/';
const batch = 500;
const maxRepeats = 10;
const maxWaitSeconds = 30;

/** Dependencies of carrying out approved writes. */
export interface HeldRunnerParts {
  readonly controlPlane: Pick<ControlPlane, 'heldWrites' | 'leases' | 'tokens' | 'upkeep'>;
  readonly executor: Executor;
  /** Shares what is carried out at the same time among workspaces. */
  readonly turns: FairTurns;
  readonly onError: (error: unknown) => void;
}

/**
 * Carries out approved writes, each once: by the process that took the approval or, after its death, by any other. A write is in the hands of
 * the process that has its lease.
 */
export class HeldRunner {
  readonly #parts: HeldRunnerParts;
  readonly #end = new AbortController();
  readonly #running = new Set<Promise<void>>();
  #stopListening = () => {};

  constructor(parts: HeldRunnerParts) {
    this.#parts = parts;
  }

  /** Carries out what dead processes left behind, now and every minute, and ends what was not approved in time. */
  start(): void {
    const { leases, upkeep, heldWrites } = this.#parts.controlPlane;
    const recover = async () => {
      for (const { workspaceId, id } of await heldWrites.approved(batch)) this.#begin(workspaceId, id);
    };
    this.#stopListening = leases.whenFreed((names) => {
      if (names.some((name) => name.startsWith(leasePrefix))) recover().catch((error) => this.#report(error));
    });
    upkeep.everyMinute(async () => {
      while (!this.#end.signal.aborted && (await heldWrites.expire(batch)) === batch);
      await recover();
    });
  }

  /**
   * Approves a held write and begins to carry it out. `taken` while another request decides about it, `decided` when it is not held any
   * more. The returned work ends when its outcome is stored, or another process has to store it.
   */
  async approve(held: HeldWriteDetails, by: Decision): Promise<{ readonly work: Promise<void> } | 'taken' | 'decided'> {
    const { heldWrites, leases } = this.#parts.controlPlane;
    // Before the approval, so that the death of this process frees it for others.
    const lease = await leases.acquire(leasePrefix + held.id);
    if (lease === null) return 'taken';
    let isApproved = false;
    try {
      isApproved = await heldWrites.approve(held, by);
    } finally {
      if (!isApproved) await lease.release();
    }
    if (!isApproved) return 'decided';
    return { work: this.#track(this.#carryOut(held.workspaceId, held.id, lease)) };
  }

  /** Stops: what waits is left to other processes, what runs is carried out. */
  async stop(): Promise<void> {
    this.#stopListening();
    this.#end.abort();
    await Promise.all(this.#running);
  }

  #begin(workspaceId: WorkspaceId, id: string): void {
    void this.#track(
      (async () => {
        const lease = await this.#parts.controlPlane.leases.acquire(leasePrefix + id);
        if (lease !== null) await this.#carryOut(workspaceId, id, lease);
      })(),
    );
  }

  #track(work: Promise<void>): Promise<void> {
    const tracked = work
      .catch((error) => this.#report(error))
      .finally(() => {
        this.#running.delete(tracked);
      });
    this.#running.add(tracked);
    return tracked;
  }

  #report(error: unknown): void {
    if (!this.#end.signal.aborted) this.#parts.onError(error);
  }

  async #carryOut(
    workspaceId: WorkspaceId,
    id: string,
    lease: NonNullable<Awaited<ReturnType<ControlPlane['leases']['acquire']>>>,
  ): Promise<void> {
    const { heldWrites } = this.#parts.controlPlane;
    try {
      const turn = await this.#parts.turns.take(workspaceId, AbortSignal.any([this.#end.signal, lease.lost]));
      try {
        const held = await heldWrites.get(workspaceId, id);
        if (held?.state !== 'approved') return;
        const outcome = await this.#outcomeOf(held, lease.lost);
        if (outcome !== undefined) await heldWrites.end(held, outcome);
      } finally {
        turn.end();
      }
    } finally {
      // The next process, or the next minute, takes what is not ended.
      await lease.release().catch((error) => this.#report(error));
    }
  }

  /** The outcome; undefined if this process cannot find out and another has to. */
  async #outcomeOf(held: HeldWriteDetails, lost: AbortSignal): Promise<HeldOutcome | undefined> {
    for (let repeats = 0; ; repeats++) {
      try {
        return await carryOutHeld(this.#parts, held, lost);
      } catch (thrown) {
        const error = toGatewayError(thrown);
        // Nothing was sent: what keeps this process or the database from working is over some time.
        if (lost.aborted || error.origin === 'gateway' || error.code === 'idempotency_conflict') {
          if (lost.aborted || this.#end.signal.aborted || repeats >= maxRepeats) return undefined;
        } else if (repeats >= maxRepeats || (error.retryAfterSeconds ?? 1) > maxWaitSeconds) {
          const body = Buffer.from(writeExactly(problemOf(error, `held-${held.id}`)));
          return { state: 'failed', reason: error.message, status: error.status, body };
        }
        await pause((error.retryAfterSeconds ?? 1) * 1_000, undefined, { signal: this.#end.signal }).catch(() => {});
        if (this.#end.signal.aborted) return undefined;
      }
    }
  }
}
