/** One condition that must hold, and what was observed. */
export interface Line {
  readonly name: string;
  readonly seen: string;
  readonly wanted: string;
  /** Null if it was measured but not judged: a short run says little about memory, and a busy machine says little about time. */
  readonly holds: boolean | null;
}

/** The result of a rehearsal. */
export interface Verdict {
  readonly title: string;
  readonly lines: readonly Line[];
  /** The messages of the first failures of each kind. */
  readonly failures: readonly string[];
  /** All measurements, for the report file. */
  readonly figures: Readonly<Record<string, unknown>>;
}

/** A line that holds if the count is zero. */
export const none = (name: string, count: number, among?: number): Line => ({
  name,
  seen: among === undefined ? String(count) : `${count} of ${among}`,
  wanted: '0',
  holds: count === 0,
});

/** A line that holds if a number is large enough; otherwise the rehearsal would prove nothing. */
export const atLeast = (name: string, count: number, least: number): Line => ({
  name,
  seen: String(count),
  wanted: `at least ${least}`,
  holds: count >= least,
});

/** A line that is only informational. */
export const shown = (name: string, seen: string): Line => ({ name, seen, wanted: '', holds: null });

/** Whether no line failed. */
export const holds = ({ lines }: Verdict): boolean => lines.every((line) => line.holds !== false);

/** Renders a verdict as a table of text, followed by its failures. */
export function renderVerdict(verdict: Verdict): string {
  const { title, lines, failures } = verdict;
  const width = (texts: readonly string[]) => Math.max(...texts.map((text) => text.length));
  const names = width(lines.map(({ name }) => name));
  const seen = width(lines.map((line) => line.seen));
  const rows = lines.map((line) => {
    const mark = line.holds === null ? '    ' : line.holds ? 'ok  ' : 'FAIL';
    return `${mark} ${line.name.padEnd(names)}  ${line.seen.padEnd(seen)}  ${line.wanted}`.trimEnd();
  });
  const details = failures.length === 0 ? [] : ['', 'What failed:', ...failures.map((text) => `  ${text}`)];
  return [title, '', ...rows, ...details, '', holds(verdict) ? 'All lines hold.' : 'Not all lines hold.'].join('\n');
}
