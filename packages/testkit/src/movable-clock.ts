import { type Clock, systemClock } from '@connectory/context-store';

/** A clock that starts at a given time (milliseconds since 1970), runs with the machine's clock, and can be advanced. */
export class MovableClock implements Clock {
  readonly sleep = systemClock.sleep;
  readonly after = systemClock.after;
  #ahead: number;

  constructor(start: number) {
    this.#ahead = start - systemClock.now();
  }

  now(): number {
    return systemClock.now() + this.#ahead;
  }

  moveOn(milliseconds: number): void {
    this.#ahead += milliseconds;
  }
}
