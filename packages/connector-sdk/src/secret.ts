const inspect = Symbol.for('nodejs.util.inspect.custom');

/**
 * A value that must never be printed. Every conversion to text (`String()`, template literals, JSON, `console.log`)
 * returns `***`; only `reveal()` returns the value, so each place that uses a secret can be found by name.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The plain value, for the one line that sends it upstream or encrypts it. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return '***';
  }

  toJSON(): string {
    return '***';
  }

  [inspect](): string {
    return 'Secret(***)';
  }
}
