import type { FairTurns, Turn } from '../stores/fair-turns.ts';
import type { Clock } from './clock.ts';

/** The slot of a run. It is free for others while the run waits. */
export interface WorkSlot {
  /** Waits for something outside this process; releases the slot if that takes longer than a moment. */
  waiting<Result>(wait: () => Promise<Result>): Promise<Result>;
  /** Between two pages: lets others go first where it is their turn. */
  pause(): Promise<void>;
}

/** When a slot is released, in seconds. */
export interface SlotLimits {
  /** What is waited for longer does not hold the slot. */
  readonly patienceSeconds: number;
  /** A run that has worked for longer lets others of its workspace go first. */
  readonly turnSeconds: number;
}

/** The slot of one run, which takes turns with all others. Once the signal aborts, the run continues to its end without a slot. */
export class RunSlot implements WorkSlot {
  readonly #turns: FairTurns;
  readonly #workspaceId: string;
  readonly #clock: Clock;
  readonly #limits: SlotLimits;
  readonly #ending: AbortSignal;
  #turn: Turn | null = null;
  #since = 0;

  constructor(turns: FairTurns, workspaceId: string, clock: Clock, limits: SlotLimits, ending: AbortSignal) {
    this.#turns = turns;
    this.#workspaceId = workspaceId;
    this.#clock = clock;
    this.#limits = limits;
    this.#ending = ending;
  }

  /** Waits for the slot. */
  async take(): Promise<void> {
    this.#turn ??= await this.#turns.take(this.#workspaceId, this.#ending).catch(() => null);
    this.#since = this.#clock.now();
  }

  /** Releases the slot. */
  release(): void {
    this.#turn?.end();
    this.#turn = null;
  }

  async waiting<Result>(wait: () => Promise<Result>): Promise<Result> {
    const forget = this.#clock.after(this.#limits.patienceSeconds * 1000, () => this.release());
    try {
      return await wait();
    } finally {
      forget();
      if (this.#turn === null) await this.take();
    }
  }

  async pause(): Promise<void> {
    const isOver = this.#clock.now() - this.#since >= this.#limits.turnSeconds * 1000;
    const isWanted = this.#turns.isWantedByOthers(this.#workspaceId) || (isOver && this.#turns.waiting > 0);
    if (!isWanted) return;
    this.release();
    await this.take();
  }
}
