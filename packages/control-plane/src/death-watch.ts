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
export class DeathWatch {
  readonly #silenceMilliseconds: number;
  readonly #longestGap: number;
  #silences = new Map<string, Silence>();
  #lookedAt: number | undefined;

  constructor(silenceMilliseconds: number, longestGap: number) {
    this.#silenceMilliseconds = silenceMilliseconds;
    this.#longestGap = longestGap;
  }

  /** Records heartbeats seen at a monotonic time in milliseconds; returns the processes that have been silent for too long. */
  observe<Seen extends Sign>(signs: readonly Seen[], now: number): readonly Seen[] {
    const gap = this.#lookedAt === undefined ? 0 : Math.min(now - this.#lookedAt, this.#longestGap);
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
