#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { benchConnections } from './connections-bench.ts';
import { connectionsReport } from './connections-report.ts';
import { benchFindActions } from './find-actions-bench.ts';
import { findActionsReport } from './find-actions-report.ts';
import { benchGateway, gatewayPlans } from './gateway-bench.ts';
import { gatewayReport } from './gateway-report.ts';
import { benchMcp } from './mcp-bench.ts';
import { mcpReport } from './mcp-report.ts';
import { benchPlugins } from './plugins-bench.ts';
import { pluginsReport } from './plugins-report.ts';
import { benchProcesses } from './processes-bench.ts';
import { processesReport } from './processes-report.ts';
import { benchSearch } from './search-bench.ts';
import { searchReport } from './search-report.ts';
import { benchStart } from './start-bench.ts';
import { startReport } from './start-report.ts';
import { benchStore } from './store-bench.ts';
import { benchPostgresStore } from './store-postgres-bench.ts';
import { postgresStoreReport, storeReport } from './store-report.ts';
import { benchStreams } from './streams-bench.ts';
import { streamsReport } from './streams-report.ts';

/**
 * `pnpm bench`: what our code costs, as ratios against bare baselines in the same run. `gateway` measures live calls (`--quick`
 * in less time), `store` the context store (`--records` in the large connection, `--database sqlite|postgres`, `--keep` leaves the files),
 * `search` searches over HTTP (`--records`, `--database sqlite|postgres`, `--quick` less of them), `connections` the first
 * passes of many connections and live calls beside them (`--connections`, `--database sqlite|postgres`, `--records` of each entity),
 * `start` how soon the gateway and the demo are ready and what memory they take (`--times`), `plugins` live calls of a plugin that is
 * trusted and of one that is contained, `find-actions` where the right action comes for wishes in plain language (`--wishes` other files of
 * them than those of this package), `mcp` the text, the weight and the calls of the tools of agents, `processes` what several processes
 * cost beside one (`--processes`), `streams` records as lines and downloads.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    records: { type: 'string' },
    connections: { type: 'string', default: '200' },
    times: { type: 'string', default: '3' },
    processes: { type: 'string', default: '2' },
    database: { type: 'string', default: 'sqlite' },
    keep: { type: 'boolean', default: false },
    wishes: { type: 'string', multiple: true },
  },
});
const usage = `usage: bench [gateway [--quick] | store [--records 1000 or more] [--database sqlite|postgres] [--keep] |
  search [--records 100000] [--database sqlite|postgres] [--quick] |
  connections [--connections 200] [--records 5] [--database sqlite|postgres] | start [--times 3] | plugins |
  find-actions [--wishes <file>] | mcp | processes [--processes 2] | streams]`;
const show = process.stderr.isTTY === true;
const progress = (text: string) => {
  if (show) process.stderr.write(`\r\x1b[K${text}`);
};

async function report(subject: string): Promise<string> {
  if (subject === 'gateway') {
    const plan = gatewayPlans[values.quick ? 'quick' : 'whole'];
    return gatewayReport(await benchGateway(plan, progress), plan);
  }
  if (subject === 'connections') return reportConnections();
  if (subject === 'search') return reportSearch();
  if (subject === 'start') return reportStart();
  if (subject === 'processes') return reportProcesses();
  if (subject === 'find-actions') return findActionsReport(await benchFindActions(values.wishes));
  if (subject === 'mcp') return mcpReport(await benchMcp(progress));
  if (subject === 'plugins') {
    return pluginsReport(await benchPlugins({ rounds: 3, seconds: 3, connections: 8, pageSize: 10 }, progress));
  }
  if (subject === 'streams') {
    const plan = { rounds: 5, clients: 4 };
    return streamsReport(await benchStreams(plan, progress), plan);
  }
  const records = Number(values.records ?? 1_000_000);
  if (subject !== 'store' || !Number.isInteger(records) || records < 1000) throw new Error(usage);
  const plan = { records, otherConnections: 99, pageSize: 100, times: 40, seconds: 20, keep: values.keep };
  if (values.database === 'postgres') return postgresStoreReport(await benchPostgresStore(plan, progress));
  if (values.database !== 'sqlite') throw new Error(usage);
  return storeReport(await benchStore(plan, progress));
}

async function reportConnections(): Promise<string> {
  const { database } = values;
  const connections = Number(values.connections);
  const records = Number(values.records ?? 5);
  const areCounts = [connections, records].every((count) => Number.isInteger(count) && count >= 1);
  if (!areCounts || (database !== 'sqlite' && database !== 'postgres')) throw new Error(usage);
  const plan = { connections, records, database, livePerSecond: 20, idleSeconds: 15, patience: 120 } as const;
  return connectionsReport(await benchConnections(plan, progress), plan);
}

async function reportSearch(): Promise<string> {
  const { database } = values;
  const records = Number(values.records ?? 100_000);
  if (!Number.isInteger(records) || records < 1000) throw new Error(usage);
  if (database !== 'sqlite' && database !== 'postgres') throw new Error(usage);
  const rounds = values.quick ? { warmUp: 2, rounds: 3, seconds: 1 } : { warmUp: 5, rounds: 7, seconds: 2 };
  const plan = { records, database, connections: 64, ...rounds } as const;
  return searchReport(await benchSearch(plan, progress), plan);
}

async function reportProcesses(): Promise<string> {
  const processes = Number(values.processes);
  if (!Number.isInteger(processes) || processes < 2) throw new Error(usage);
  const plan = { processes, warmUp: 15, rounds: 5, seconds: 4 };
  return processesReport(await benchProcesses(plan, progress), plan);
}

async function reportStart(): Promise<string> {
  const times = Number(values.times);
  if (!Number.isInteger(times) || times < 1) throw new Error(usage);
  return startReport(await benchStart(times, progress));
}

const text = await report(positionals[0] ?? 'gateway');
if (show) process.stderr.write('\r\x1b[K');
process.stdout.write(`${text}\n`);
