/** A figure, and the floor that it must not miss. */
export interface Floor {
  readonly name: string;
  readonly seen: string;
  readonly wanted: string;
  readonly holds: boolean;
}

/** What a bench measured: a table as text, and the figures that are judged. */
export interface BenchResult {
  readonly table: string;
  readonly floors: readonly Floor[];
}

/** A floor that holds if the figure is large enough. */
export const atLeast = (name: string, value: number, least: number, digits = 2): Floor => ({
  name,
  seen: value.toFixed(digits),
  wanted: `at least ${least}`,
  holds: value >= least,
});

/** A floor that holds if the figure is small enough. */
export const atMost = (name: string, value: number, most: number, digits = 2): Floor => ({
  name,
  seen: value.toFixed(digits),
  wanted: `at most ${most}`,
  holds: value <= most,
});

/** Renders rows below a heading, the first column to the left, all others to the right. */
export function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [heading, ...rows];
  const widths = heading.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) =>
      row.map((text, column) => (column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0))),
    )
    .map((cells) => cells.join('  ').trimEnd())
    .join('\n');
}

/** A percentile of some values, by nearest rank. */
function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The middle value. */
export const median = (values: readonly number[]): number => percentile(values, 0.5);
