import classes from './overview.module.css';

/** One bar: its value, the part of it that is an error, and what it says when it is pointed at. */
export interface Bar {
  readonly at: string;
  readonly value: number;
  readonly errors: number;
  readonly title: string;
}

interface BarChartProps {
  /** What the chart shows, in a sentence, for screen readers. */
  readonly label: string;
  readonly bars: readonly Bar[];
}

const width = 8;
const gap = 2;
const height = 56;
/** The least height of a bar whose value is not zero. */
const visible = 2;

/** Bars of equal width from the oldest to the newest interval; the part of each that is an error is red. */
export function BarChart({ label, bars }: BarChartProps) {
  const max = Math.max(1, ...bars.map(({ value }) => value));
  const heightOf = (value: number) => (value === 0 ? 0 : Math.max(visible, (value / max) * height));
  return (
    <svg
      className={classes.chart}
      viewBox={`0 0 ${bars.length * (width + gap) - gap} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {bars.map(({ at, value, errors, title }, index) => {
        const [full, failed] = [heightOf(value), heightOf(errors)];
        const x = index * (width + gap);
        return (
          <g key={at}>
            <title>{title}</title>
            {/* The whole column can be pointed at. */}
            <rect className={classes.column} x={x} y={0} width={width} height={height} />
            <rect className={classes.bar} x={x} y={height - full} width={width} height={Math.max(0, full - failed)} />
            <rect className={classes.failed} x={x} y={height - failed} width={width} height={failed} />
          </g>
        );
      })}
    </svg>
  );
}
