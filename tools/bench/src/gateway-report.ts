import type { BenchPlan, Contender, Measurement, Spread } from './gateway-bench.ts';
import { whole } from './whole-number.ts';

const columns = [
  'records',
  'contender',
  'cpu µs',
  'least–most',
  'main µs',
  'vs bytes',
  'vs Express',
  'req/s',
  'p50 ms',
  'p99 ms',
];

/** Renders the table of the gateway bench. */
export function gatewayReport(measurements: readonly Measurement[], plan: BenchPlan): string {
  const rows = measurements.map((one) => {
    const of = (contender: Contender) => measurementOf(measurements, contender, one.size).processor.median;
    return [
      String(one.size),
      one.contender,
      whole(one.processor.median),
      `${whole(one.processor.least)}–${whole(one.processor.most)}`,
      whole(one.mainThread.median),
      (of('byte passthrough') / one.processor.median).toFixed(2),
      (of('bare Express') / one.processor.median).toFixed(2),
      whole(one.requestsPerSecond.median),
      tenths(one.p50),
      tenths(one.p99),
    ];
  });
  const widths = columns.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((text, column) => (column === 1 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)))
      .join('  ');
  return [
    ...(plan.quiet === 0 ? [] : [`Each measurement follows ${plan.quiet} s without a call.`]),
    `Processor time of the server per call, all threads and the main one; medians of ${plan.rounds} interleaved rounds of ${plan.seconds} s, least and`,
    'most beside them. Ratios are of processor time: 1.00 costs as much as the baseline, 0.50 twice as much. The upstream and',
    'the client run on the same cores, so that requests per second and milliseconds say less.',
    '',
    line(columns),
    ...rows.map(line),
  ].join('\n');
}

/** Returns the measurement of a contender at a size. Throws if there is none. */
export function measurementOf(measurements: readonly Measurement[], contender: Contender, size: number): Measurement {
  const found = measurements.find((one) => one.contender === contender && one.size === size);
  if (found === undefined) throw new Error(`${contender} was not measured with ${size} records`);
  return found;
}

const tenths = ({ median }: Spread) => median.toFixed(1);
