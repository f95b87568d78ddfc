/** Limits how many calls of a subject, such as a token, may run concurrently. Each call takes a slot and returns it. */
export interface CallSlots {
  /** Takes a slot of a subject with at most `most` of them. Returns false if all are taken. */
  take(subject: string, most: number): boolean | Promise<boolean>;
  /** Releases a slot from `take`. */
  give(subject: string): void;
}

/** Number of subjects to keep without a running call, because they are likely to call again. */
const fewSubjects = 1_000;

interface Counter {
  taken: number;
}

/** Slots that are counted in this process only. */
export class OwnCallSlots implements CallSlots {
  readonly #bySubject = new Map<string, Counter>();
  #sweepAt = fewSubjects;

  /** The highest number of slots taken by one subject. */
  get most(): number {
    let most = 0;
    for (const { taken } of this.#bySubject.values()) most = Math.max(most, taken);
    return most;
  }

  take(subject: string, most: number): boolean {
    const counter = this.#of(subject);
    if (counter.taken >= most) return false;
    counter.taken++;
    return true;
  }

  give(subject: string): void {
    this.#of(subject).taken--;
  }

  #of(subject: string): Counter {
    const known = this.#bySubject.get(subject);
    if (known !== undefined) return known;
    if (this.#bySubject.size >= this.#sweepAt) this.#sweep();
    const added = { taken: 0 };
    this.#bySubject.set(subject, added);
    return added;
  }

  #sweep(): void {
    for (const [subject, { taken }] of this.#bySubject) if (taken === 0) this.#bySubject.delete(subject);
    this.#sweepAt = Math.max(fewSubjects, 2 * this.#bySubject.size);
  }
}
