#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { benchGateway } from './gateway-bench.ts';
import { gatewayReport } from './gateway-report.ts';
import { benchStore } from './store-bench.ts';
import { storeReport } from './store-report.ts';

/**
 * `pnpm bench`: what our code costs, as ratios against bare baselines in the same run. `gateway` measures the throughput of the gateway (`--quick`
 * less of it), `store` the context store on SQLite (`--records` in the large connection, `--keep` leaves the files).
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    records: { type: 'string', default: '1000000' },
    keep: { type: 'boolean', default: false },
  },
});
const show = process.stderr.isTTY === true;
const progress = (text: string) => {
  if (show) process.stderr.write(`\r\x1b[K${text}`);
};

async function report(subject: string): Promise<string> {
  if (subject === 'gateway') {
    const plan = values.quick ? { warmUp: 3, rounds: 2, seconds: 1 } : { warmUp: 5, rounds: 5, seconds: 2 };
    return gatewayReport(await benchGateway(plan, progress), plan);
  }
  const records = Number(values.records);
  if (subject !== 'store' || !Number.isInteger(records) || records < 1000) {
    throw new Error('usage: bench [gateway [--quick] | store [--records 1000 or more] [--keep]]');
  }
  const plan = { records, otherConnections: 99, pageSize: 100, times: 40, seconds: 20, keep: values.keep };
  return storeReport(await benchStore(plan, progress));
}

const text = await report(positionals[0] ?? 'gateway');
if (show) process.stderr.write('\r\x1b[K');
process.stdout.write(`${text}\n`);
