import { type Clock, systemClock } from './clock.ts';

const longestPageRead = 10 * 60_000;
const mostTouches = 10_000;

/**
 * Records which records this process has just written upstream, or read because of an event. A page that was requested earlier may contain
 * an older version; the engine skips it.
 */
export class OwnTouches {
  readonly #times = new Map<string, number>();
  readonly #clock: Clock;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /** Notes that a record was written now, or is known as it was at a time. */
  note(connectionId: string, entity: string, key: string, time = this.#clock.now()): void {
    const name = nameOf(connectionId, entity, key);
    this.#times.delete(name);
    this.#times.set(name, time);
    this.#forget();
  }

  /** Whether a record was written at or after a time. */
  since(connectionId: string, entity: string, key: string, time: number): boolean {
    if (this.#times.size === 0) return false;
    const written = this.#times.get(nameOf(connectionId, entity, key));
    return written !== undefined && written >= time;
  }

  // The oldest come first in a map whose members are set anew.
  #forget(): void {
    const oldest = this.#clock.now() - longestPageRead;
    for (const [name, time] of this.#times) {
      if (time >= oldest && this.#times.size <= mostTouches) return;
      this.#times.delete(name);
    }
  }
}

const nameOf = (connectionId: string, entity: string, key: string) => `${connectionId} ${entity} ${key}`;
