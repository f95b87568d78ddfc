import type { ProcessesPlan, ProcessesResult } from './processes-bench.ts';
import { percentile } from './store-measure.ts';

/** Renders the table of the processes bench: medians, and the processor time of several processes compared with that of one. */
export function processesReport(
  { measurements, megabytes }: ProcessesResult,
  { processes, rounds, seconds }: ProcessesPlan,
): string {
  const lines = [
    `Live lists of 10 records and searches by key, 24 callers for each process, median of ${rounds} interleaved rounds of ${seconds} s. The load generator`,
    'and the vendor share the cores, so calls per second say little; processor time of all processes of the gateway per call says more.',
    `${'call'.padEnd(8)}${'processes'.padStart(10)}${'calls/s'.padStart(10)}${'cpu µs'.padStart(9)}${'vs one'.padStart(9)}`,
  ];
  for (const call of ['list', 'search'] as const) {
    const median = (count: number, value: 'callsPerSecond' | 'cpuMicroseconds') => {
      const own = measurements.filter((one) => one.call === call && one.processes === count);
      return percentile(
        own.map((one) => one[value]),
        0.5,
      );
    };
    for (const count of [1, processes]) {
      const ratio = median(count, 'cpuMicroseconds') / median(1, 'cpuMicroseconds');
      lines.push(
        `${call.padEnd(8)}${String(count).padStart(10)}${median(count, 'callsPerSecond').toFixed(0).padStart(10)}${median(count, 'cpuMicroseconds').toFixed(0).padStart(9)}${ratio.toFixed(2).padStart(9)}`,
      );
    }
  }
  const memory = Array.from(megabytes, ([count, size]) => `${size.toFixed(0)} MB with ${count}`);
  return [...lines, `Resident memory of all processes, shared pages counted each time: ${memory.join(', ')}.`].join(
    '\n',
  );
}
