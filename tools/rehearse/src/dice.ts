/** Seeded random numbers, so that a rehearsal can be repeated. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 up to but excluding 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns a whole number from `least` to `most`, both included. */
  integer(least: number, max: number): number {
    return least + Math.floor(this.next() * (max - least + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Returns a random item of a list. Throws a `RangeError` for an empty one. */
  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new RangeError('there is nothing to pick from');
    return items[this.integer(0, items.length - 1)] as Item;
  }

  /** Returns the list in random order. */
  shuffled<Item>(items: readonly Item[]): readonly Item[] {
    const keyed = items.map((item) => [this.next(), item] as const);
    return keyed.toSorted(([one], [other]) => one - other).map(([, item]) => item);
  }
}
