import { pageSizes } from './canned-pages.ts';
import { benchConnections } from './connections-bench.ts';
import { connectionsReport } from './connections-report.ts';
import { benchEvents } from './events-bench.ts';
import { eventsReport } from './events-report.ts';
import { benchFindActions } from './find-actions-bench.ts';
import { findActionsReport } from './find-actions-report.ts';
import { benchGateway, gatewayPlans } from './gateway-bench.ts';
import { gatewayReport } from './gateway-report.ts';
import { benchLocalExecutor } from './local-executor-bench.ts';
import { localExecutorReport } from './local-executor-report.ts';
import { benchMcp } from './mcp-bench.ts';
import { mcpReport } from './mcp-report.ts';
import { benchPlugins } from './plugins-bench.ts';
import { pluginsReport } from './plugins-report.ts';
import { benchSearch } from './search-bench.ts';
import { searchReport } from './search-report.ts';
import { benchSharedDatabase } from './shared-database-bench.ts';
import { sharedDatabaseReport } from './shared-database-report.ts';
import { benchStart } from './start-bench.ts';
import { startReport } from './start-report.ts';
import { benchStore } from './store-bench.ts';
import { benchPostgresStore } from './store-postgres-bench.ts';
import { postgresStoreReport, storeReport } from './store-report.ts';
import { benchStreams } from './streams-bench.ts';
import { streamsReport } from './streams-report.ts';

/** The validated options of the command line; a number is undefined if omitted. */
export interface BenchOptions {
  readonly quick: boolean;
  readonly afterQuiet: boolean;
  readonly keep: boolean;
  readonly database: 'sqlite' | 'postgres';
  readonly records: number | undefined;
  readonly connections: number | undefined;
  readonly times: number | undefined;
  readonly wishes: readonly string[] | undefined;
}

/** One bench: its description, its options, and the function that produces its report. */
export interface Bench {
  readonly about: string;
  readonly options: string;
  report(options: BenchOptions, progress: (text: string) => void): Promise<string>;
}

/** All benches by name; they measure the cost of our code as ratios to bare baselines in the same run. */
export const benches: Readonly<Record<string, Bench>> = {
  gateway: {
    about: 'live calls',
    options: '[--quick | --after-quiet]',
    report: async ({ quick, afterQuiet }, progress) => {
      const plan = gatewayPlans[afterQuiet ? 'afterQuiet' : quick ? 'quick' : 'whole'];
      return gatewayReport(await benchGateway(plan, progress), plan);
    },
  },
  'local-executor': {
    about: "live calls beside Airbyte's local executor, which needs Python",
    options: '',
    report: async (_options, progress) => {
      const plan = { warmUp: 2, rounds: 3, seconds: 3, sizes: pageSizes };
      return localExecutorReport(await benchLocalExecutor(plan, progress), plan);
    },
  },
  streams: {
    about: 'records as lines, and downloads',
    options: '',
    report: async (_options, progress) => {
      const plan = { rounds: 5, clients: 4 };
      return streamsReport(await benchStreams(plan, progress), plan);
    },
  },
  search: {
    about: 'searches over HTTP',
    options: '[--records 100000] [--database sqlite|postgres] [--quick]',
    report: async ({ records = 100_000, database, quick }, progress) => {
      requireThousand(records);
      const rounds = quick ? { warmUp: 2, rounds: 3, seconds: 1 } : { warmUp: 5, rounds: 7, seconds: 2 };
      const plan = { records, database, connections: 64, ...rounds };
      return searchReport(await benchSearch(plan, progress), plan);
    },
  },
  store: {
    about: 'the context store beside hand-written SQL',
    options: '[--records 1000000] [--database sqlite|postgres] [--keep]',
    report: async ({ records = 1_000_000, database, keep }, progress) => {
      requireThousand(records);
      const plan = { records, otherConnections: 99, pageSize: 100, times: 40, seconds: 20, keep };
      if (database === 'postgres') return postgresStoreReport(await benchPostgresStore(plan, progress));
      return storeReport(await benchStore(plan, progress));
    },
  },
  'shared-database': {
    about: 'one PostgreSQL database with the copies of many connections',
    options: '[--connections 1000] [--records 10000000]',
    report: async ({ connections = 1000, records = 10_000_000 }, progress) => {
      if (connections < 2) throw new RangeError('--connections must be at least 2.');
      requireThousand(Math.round(records / connections));
      const plan = { records, connections, pageSize: 100, writers: 4, times: 40 };
      return sharedDatabaseReport(await benchSharedDatabase(plan, progress), plan);
    },
  },
  connections: {
    about: 'first passes of many connections, and live calls beside them',
    options: '[--connections 200] [--records 5] [--database sqlite|postgres]',
    report: async ({ connections = 200, records = 5, database }, progress) => {
      const plan = { connections, records, database, livePerSecond: 20, idleSeconds: 40, patience: 120 };
      return connectionsReport(await benchConnections(plan, progress), plan);
    },
  },
  events: {
    about: 'from a change at a vendor to the webhook, and live calls beside a flood of events',
    options: '[--connections 200] [--records 5] [--database sqlite|postgres] [--quick]',
    report: async ({ connections = 200, records = 5, database, quick }, progress) => {
      const rates = { changesPerSecond: 3, livePerSecond: 20, floodPerSecond: 200 };
      const lengths = quick ? { changes: 40, floodSeconds: 3 } : { changes: 300, floodSeconds: 15 };
      const plan = { connections, records, database, ...rates, ...lengths, patience: 60 };
      return eventsReport(await benchEvents(plan, progress), plan);
    },
  },
  start: {
    about: 'how soon the gateway and the demo are ready, and their memory',
    options: '[--times 3]',
    report: async ({ times = 3 }, progress) => startReport(await benchStart(times, progress)),
  },
  plugins: {
    about: 'live calls of a trusted and of a contained plugin',
    options: '',
    report: async (_options, progress) =>
      pluginsReport(await benchPlugins({ rounds: 3, seconds: 3, connections: 8, pageSize: 10 }, progress)),
  },
  'find-actions': {
    about: 'where the right action comes for wishes in plain words',
    options: '[--wishes <file>]',
    report: async ({ wishes }) => findActionsReport(await benchFindActions(wishes)),
  },
  mcp: {
    about: 'text, weight and calls of the tools of agents',
    options: '',
    report: async (_options, progress) => mcpReport(await benchMcp(progress)),
  },
};

// With fewer records, all questions are the same.
function requireThousand(records: number): void {
  if (records < 1000) throw new RangeError('--records must be at least 1000 per connection that is measured.');
}
