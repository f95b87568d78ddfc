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

/** The trend of a figure over time. */
interface Level {
  readonly first: number;
  readonly last: number;
  /** How much the fitted line rises over the observed time. */
  readonly gain: number;
}

/** Fits a line to points of time and value. Throws a `RangeError` for fewer than two. */
export function levelOf(points: readonly (readonly [time: number, value: number])[]): Level {
  if (points.length < 2) throw new RangeError('a line needs two points');
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const times = points.map(([time]) => time);
  const [center, middle] = [mean(times), mean(points.map(([, value]) => value))];
  const spread = times.reduce((sum, time) => sum + (time - center) ** 2, 0);
  const slope =
    spread === 0 ? 0 : points.reduce((sum, [time, value]) => sum + (time - center) * (value - middle), 0) / spread;
  const span = Math.max(...times) - Math.min(...times);
  return { first: points[0]?.[1] ?? 0, last: points.at(-1)?.[1] ?? 0, gain: slope * span };
}

/** Returns a line of the verdict that holds if a figure rises no more than allowed; only informational unless it should be judged. */
export function levelLine(
  name: string,
  points: readonly (readonly [number, number])[],
  most: { readonly share: number; readonly absolute: number },
  unit: string,
  isJudged: boolean,
): Line {
  if (points.length < 2) return { name, seen: 'too few samples', wanted: '', holds: isJudged ? false : null };
  const { first, last, gain } = levelOf(points);
  const allowed = Math.max(most.absolute, most.share * first);
  const round = (value: number) => String(Math.round(value * 10) / 10);
  return {
    name,
    seen: `${round(first)} to ${round(last)} ${unit}, trend ${gain < 0 ? '' : '+'}${round(gain)}`,
    wanted: isJudged ? `at most +${round(allowed)}` : '',
    holds: isJudged ? gain <= allowed : null,
  };
}

const maxOfAKind = 5;

/** Failures counted by kind; the messages of the first few of each kind are kept. */
export class Failures {
  readonly #counts = new Map<string, number>();
  readonly #texts: string[] = [];

  add(kind: string, text: string): void {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    if (count <= maxOfAKind) this.#texts.push(`${kind}: ${text.slice(0, 600)}`);
  }

  count(kind: string): number {
    return this.#counts.get(kind) ?? 0;
  }

  get texts(): readonly string[] {
    return this.#texts;
  }
}

/** Returns the value that this share of the values does not exceed; 0 without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
