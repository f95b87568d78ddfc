import type { StartMeasurement } from './start-bench.ts';
import { percentile } from './store-measure.ts';

/** Renders the table of the start bench: medians. */
export function startReport(measurements: readonly StartMeasurement[]): string {
  const columns = ['starts', 'ready s', 'processor s', 'MB ready', 'MB idle'];
  const lines = (['serve', 'demo'] as const).map((program) => {
    const own = measurements.filter((one) => one.program === program);
    const median = (value: (one: StartMeasurement) => number) => percentile(own.map(value), 0.5);
    return [
      String(own.length),
      median(({ readySeconds }) => readySeconds).toFixed(1),
      median(({ processorSeconds }) => processorSeconds).toFixed(2),
      median(({ megabytesReady }) => megabytesReady).toFixed(0),
      median(({ megabytesIdle }) => megabytesIdle).toFixed(0),
    ].reduce((line, text, column) => line + text.padStart((columns[column]?.length ?? 0) + 3), program.padEnd(8));
  });
  return [`${''.padEnd(8)}${columns.map((name) => name.padStart(name.length + 3)).join('')}`, ...lines].join('\n');
}
