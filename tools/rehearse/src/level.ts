import type { Line } from './verdict.ts';

/** The trend of a figure over time. */
export interface Level {
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
