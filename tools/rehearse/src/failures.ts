const mostOfAKind = 5;

/** Failures counted by kind; the messages of the first few of each kind are kept. */
export class Failures {
  readonly #counts = new Map<string, number>();
  readonly #texts: string[] = [];

  add(kind: string, text: string): void {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    if (count <= mostOfAKind) this.#texts.push(`${kind}: ${text.slice(0, 600)}`);
  }

  count(kind: string): number {
    return this.#counts.get(kind) ?? 0;
  }

  get texts(): readonly string[] {
    return this.#texts;
  }
}
