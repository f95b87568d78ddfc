#!/usr/bin/env node
import { parseArgs } from 'node:util';
import type { BenchResult } from './result.ts';

const usage = `usage: npm run bench -- <name> [--check] [--quick]
  export   files of a whole copy [--records 1000000]
  gateway  live lists next to bare Express and Airbyte's local executor
  policy   pages under policies that hide data
  search   searches by key over HTTP [--records 100000] [--database sqlite|postgres]
  start    time until ready, and idle memory, of the gateway and the demo
  store    loads and questions next to hand-written SQL [--records 1000000] [--database sqlite|postgres]
--check exits with 1 if a figure misses its floor. --quick measures for a shorter time.`;

const isShown = process.stderr.isTTY === true;
const progress = (text: string) => {
  if (isShown) process.stderr.write(`\r\x1b[K${text}`);
};

async function bench(): Promise<BenchResult> {
  const { quick, database } = values;
  if (database !== 'sqlite' && database !== 'postgres') throw new RangeError(usage);
  switch (positionals[0] ?? 'gateway') {
    case 'export':
      return (await import('./export-bench.ts')).benchExport(records(1_000_000), progress);
    case 'gateway':
      return (await import('./gateway-bench.ts')).benchGateway(quick, progress);
    case 'policy':
      return (await import('./policy-bench.ts')).benchPolicies(quick, progress);
    case 'search':
      return (await import('./search-bench.ts')).benchSearch(records(100_000), database, quick, progress);
    case 'start':
      return (await import('./start-bench.ts')).benchStart(quick ? 1 : 3, progress);
    case 'store':
      return (await import('./store-bench.ts')).benchStore(records(1_000_000), database, quick, progress);
    default:
      throw new RangeError(usage);
  }
}

function records(fallback: number): number {
  const count = Number(values.records ?? fallback);
  if (!Number.isInteger(count) || count < 1000) throw new RangeError('--records must be a whole number from 1000 up.');
  return count;
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    database: { type: 'string', default: 'sqlite' },
    records: { type: 'string' },
  },
});
try {
  const { table, floors } = await bench();
  progress('');
  const lines = floors.map(({ name, seen, wanted, holds }) =>
    [holds ? 'ok  ' : 'MISS', name.padEnd(52), seen.padStart(10), ` ${wanted}`].join(' '),
  );
  process.stdout.write(`${table}\n\n${lines.join('\n')}\n`);
  if (values.check && floors.some(({ holds }) => !holds)) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof RangeError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
