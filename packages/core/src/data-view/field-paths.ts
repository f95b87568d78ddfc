/** Whether a path is another one, or leads below it. */
export const isWithin = (path: readonly string[], around: readonly string[]): boolean =>
  path.length >= around.length && around.every((name, at) => name === path[at]);

/** Dotted paths of fields. A name with dots cannot be told from several names, so that a path stands for both. */
export class FieldPaths {
  readonly #paths: ReadonlySet<string>;
  readonly #sorted: readonly string[];

  constructor(paths: readonly string[]) {
    this.#paths = new Set(paths);
    this.#sorted = [...this.#paths].sort();
  }

  /** Whether one of them is this path, or around it. */
  covers(path: string): boolean {
    if (this.#paths.size === 0) return false;
    for (let end = path.indexOf('.'); end >= 0; end = path.indexOf('.', end + 1))
      if (this.#paths.has(path.slice(0, end))) return true;
    return this.#paths.has(path);
  }

  /** Whether one of them is below this path; every one is below the empty path. */
  reachesBelow(path: string): boolean {
    const start = path === '' ? '' : `${path}.`;
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#sorted[middle] as string) < start) low = middle + 1;
      else high = middle;
    }
    return this.#sorted[low]?.startsWith(start) === true;
  }
}
