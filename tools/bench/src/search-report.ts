import type { SearchBenchPlan, SearchFigures } from './search-bench.ts';
import { percentile } from './store-measure.ts';
import { whole } from './whole-number.ts';

/** Renders the table of the search bench: medians of the rounds, and the rates of the slowest and the fastest one. */
export function searchReport(figures: readonly SearchFigures[], plan: SearchBenchPlan): string {
  const columns = ['req/s', 'slowest', 'fastest', 'main µs', 'process µs', 'p50 ms', 'p99 ms'];
  return [
    `Searches over HTTP of ${whole(plan.records)} records in ${plan.database === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, ${plan.connections} connections, median of ${plan.rounds} rounds of ${plan.seconds} s;`,
    'processor time per search, of the main thread and of the process of the gateway',
    `${''.padEnd(28)}${columns.map((name) => name.padStart(12)).join('')}`,
    ...figures.map(({ name, requestsPerSecond, mainMicroseconds, processMicroseconds, p50, p99 }) =>
      [
        name.padEnd(28),
        ...[
          whole(median(requestsPerSecond)),
          whole(Math.min(...requestsPerSecond)),
          whole(Math.max(...requestsPerSecond)),
          whole(median(mainMicroseconds)),
          whole(median(processMicroseconds)),
          median(p50).toFixed(1),
          median(p99).toFixed(1),
        ].map((text) => text.padStart(12)),
      ].join(''),
    ),
  ].join('\n');
}

const median = (values: readonly number[]) => percentile(values, 0.5);
