import type { RoundsPlan, Spread } from './gateway-bench.ts';
import type { ExecutorMeasurement } from './local-executor-bench.ts';
import { whole } from './whole-number.ts';

const names = {
  httpx: 'httpx alone, page parsed',
  executor: 'Airbyte local executor',
  gateway: 'gateway, over HTTP',
} as const;

/** Renders the table of the bench beside Airbyte's local executor. */
export function localExecutorReport(
  measurements: readonly ExecutorMeasurement[] | { readonly missing: string },
  { rounds, seconds }: RoundsPlan,
): string {
  if ('missing' in measurements) return `Not measured: ${measurements.missing}`;
  const rows = measurements.map(({ contender, size, processor, callsPerSecond }) =>
    [
      String(size).padStart(7),
      names[contender].padEnd(24),
      whole(processor.median).padStart(7),
      spread(processor).padStart(13),
      whole(callsPerSecond.median).padStart(7),
    ].join('  '),
  );
  return [
    `Processor time per live call of the whole process, medians of ${rounds} interleaved rounds of ${seconds} s, least and most beside them. The`,
    'executor is a library without authentication of its callers, audit, limits and a copy; most of its time is that of its HTTP',
    'library, which is measured alone. The gateway is called over HTTP, by a client on the same cores.',
    '',
    'records  contender                  cpu µs     least–most  calls/s',
    ...rows,
  ].join('\n');
}

const spread = ({ least, most }: Spread) => `${whole(least)}–${whole(most)}`;
