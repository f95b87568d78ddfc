/** Maximum number of statements that a connection keeps prepared, because the server needs up to 200 KB for each. */
const mostPrepared = 100;

/** A longer statement is not kept, in characters. */
const longestPrepared = 20_000;

/** Maximum number of statements to remember; then all are forgotten. */
const mostRemembered = 1_000;

/** The statements that a pool has run, so that one with a rare filter is not kept by its connections. */
export class SeenStatements {
  readonly #texts = new Set<string>();

  /** Remembers a statement, and returns whether it has run before. */
  isRepeated(text: string): boolean {
    if (this.#texts.has(text)) return true;
    if (this.#texts.size === mostRemembered) this.#texts.clear();
    this.#texts.add(text);
    return false;
  }
}

/** Names the statements that one connection keeps: the server parses and analyzes a named statement once. */
export class PreparedStatements {
  readonly #seen: SeenStatements;
  readonly #names = new Map<string, string>();

  constructor(seen: SeenStatements) {
    this.#seen = seen;
  }

  /** Returns the name of a statement that is about to run; undefined if it runs without one. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (text.length > longestPrepared || this.#names.size === mostPrepared || !this.#seen.isRepeated(text)) {
      return undefined;
    }
    const name = `connectory_${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}
