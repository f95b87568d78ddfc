import type { StreamCost, StreamsPlan } from './streams-bench.ts';
import { whole } from './whole-number.ts';

/** Renders the table of the streams bench. */
export function streamsReport(costs: readonly StreamCost[], { rounds, clients }: StreamsPlan): string {
  const width = Math.max(...costs.map(({ name }) => name.length));
  return [
    `Processor time of the server, medians of ${rounds} interleaved rounds, ${clients} clients at once. The upstream and the clients run on the same`,
    'cores, so that what is served in a second says less.',
    '',
    `${''.padEnd(width)}  ${'cpu µs'.padStart(10)}  ${'per second'.padStart(14)}`,
    ...costs.map(({ name, unit, processorMicroseconds, unitsPerSecond }) => {
      const cost = `${processorMicroseconds.toFixed(unit === 'record' ? 2 : 0)} / ${unit}`;
      return `${name.padEnd(width)}  ${cost.padStart(15)}  ${whole(unitsPerSecond).padStart(9)} ${unit === 'record' ? 'records' : 'MB'}`;
    }),
  ].join('\n');
}
