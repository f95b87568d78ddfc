import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startPostgres } from '@connectory/database/testing';
import { type GatewayProcess, startGatewayProcess } from '@connectory/gateway-process';
import { type CopyState, type FirstPasses, type WatchedConnection, watchFirstPasses } from './first-passes.ts';
import { GatewayClient } from './gateway-client.ts';
import { callSteadily, type LiveLatencies } from './live-calls.ts';
import { cpuSeconds, residentMegabytes } from './process-figures.ts';
import { type SimulatedVendor, type SimulatedVendors, startVendors } from './simulated-vendor.ts';

/** What to measure. */
export interface ConnectionsPlan {
  /** Connections that are synchronised, spread evenly over the built-in connectors. */
  readonly connections: number;
  /** Records of each entity. */
  readonly records: number;
  readonly database: 'sqlite' | 'postgres';
  readonly livePerSecond: number;
  /** Seconds of live calls while nothing else runs, before and again after the passes. */
  readonly idleSeconds: number;
  /** Seconds without a connection that completes, after which the passes are given up. */
  readonly patience: number;
}

/** Everything the bench of connections measures. */
export interface ConnectionsOutcome {
  readonly passes: FirstPasses;
  /** From the first connection that is created to the end of the last first pass. */
  readonly seconds: number;
  /** Processor seconds of the gateway meanwhile. */
  readonly gatewaySeconds: number;
  readonly megabytesBefore: number;
  readonly megabytesAfter: number;
  readonly megabytesHighest: number;
  readonly idle: LiveLatencies;
  readonly busy: LiveLatencies;
}

interface Bench {
  readonly plan: ConnectionsPlan;
  readonly gateway: GatewayProcess;
  readonly client: GatewayClient;
  readonly adminToken: string;
  readonly token: string;
  readonly progress: (text: string) => void;
}

type Closer = () => Promise<unknown>;
const workspace = 'bench';

/**
 * Starts a gateway, connects it with simulated vendors, and measures the first passes of all connections, and live calls of other
 * connections beside them. Those have vendors of their own, so that what they wait for is the gateway.
 */
export async function benchConnections(
  plan: ConnectionsPlan,
  progress: (text: string) => void,
): Promise<ConnectionsOutcome> {
  const closers: Closer[] = [];
  try {
    progress('start');
    const synchronised = await opened(closers, startVendors(plan.records), ({ server }) => server.stop());
    const live = await opened(closers, startVendors(plan.records), ({ server }) => server.stop());
    // A vendor works on machines of its own; here it is to take what the gateway leaves.
    setPriority(synchronised.server.pid, constants.priority.PRIORITY_LOW);
    const bench = await startBench(plan, [synchronised, live], closers, progress);
    return await measure(bench, synchronised.vendors, live.vendors);
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

async function opened<Part>(closers: Closer[], part: Promise<Part>, close: (part: Part) => Promise<unknown>) {
  const open = await part;
  closers.push(() => close(open));
  return open;
}

async function startBench(
  plan: ConnectionsPlan,
  vendors: readonly SimulatedVendors[],
  closers: Closer[],
  progress: (text: string) => void,
): Promise<Bench> {
  const directory = await opened(closers, mkdtemp(join(tmpdir(), 'connectory-bench-')), (path) =>
    rm(path, { recursive: true, force: true }),
  );
  const postgres =
    plan.database === 'postgres' ? await opened(closers, startPostgres(), (server) => server.stop()) : null;
  const adminToken = randomBytes(32).toString('base64');
  const environment = {
    NODE_ENV: 'production',
    CONNECTORY_DATA_DIR: directory,
    CONNECTORY_ADMIN_TOKEN: adminToken,
    CONNECTORY_EGRESS_ALLOW: vendors.map(({ host }) => host).join(','),
    CONNECTORY_LOG_LEVEL: 'error',
    ...(postgres !== null && {
      CONNECTORY_DATABASE_URL: postgres.url,
      CONNECTORY_SECRET_KEY: randomBytes(32).toString('base64'),
    }),
  };
  const gateway = await opened(closers, startGatewayProcess('main', environment), (process) => process.stop());
  const client = new GatewayClient(gateway.url);
  closers.push(() => client.close());
  await client.ask('POST', '/api/v1/workspaces', adminToken, { name: workspace });
  const path = `/api/v1/workspaces/${workspace}/tokens`;
  const { token } = await client.ask<{ token: string }>('POST', path, adminToken, { name: workspace });
  return { plan, gateway, client, adminToken, token, progress };
}

async function measure(
  bench: Bench,
  vendors: readonly SimulatedVendor[],
  liveVendors: readonly SimulatedVendor[],
): Promise<ConnectionsOutcome> {
  const { plan, gateway, progress } = bench;
  const callable = liveVendors.filter(({ list }) => list !== null);
  const live = await connect(bench, callable, callable.length, 'live');
  progress('first passes of the connections for live calls');
  await watch(bench, live, () => {});
  const call = (number: number) => callLive(bench, live, callable, number);
  // Compiles what is measured.
  await callFor(call, plan, plan.idleSeconds);
  progress('live calls, idle');
  const idleBefore = await callFor(call, plan, plan.idleSeconds);
  const memoryBefore = await residentMegabytes(gateway.pid);
  const cpuBefore = await cpuSeconds(gateway.pid);
  const start = performance.now();
  const over = new AbortController();
  const calls = callSteadily(call, plan.livePerSecond, over.signal);
  const connections = await connect(bench, vendors, plan.connections, 'synchronised');
  const passes = await watch(bench, connections, (done) =>
    progress(`first passes: ${done} of ${connections.length} connections`),
  );
  const seconds = (performance.now() - start) / 1000;
  const gatewaySeconds = (await cpuSeconds(gateway.pid)) - cpuBefore;
  over.abort();
  const busy = await calls;
  const memoryAfter = await residentMegabytes(gateway.pid);
  progress('live calls, idle again');
  const idleAfter = await callFor(call, plan, plan.idleSeconds);
  return {
    passes,
    seconds,
    gatewaySeconds,
    megabytesBefore: memoryBefore.now,
    megabytesAfter: memoryAfter.now,
    megabytesHighest: memoryAfter.highest,
    idle: {
      milliseconds: [...idleBefore.milliseconds, ...idleAfter.milliseconds],
      failed: idleBefore.failed + idleAfter.failed,
    },
    busy,
  };
}

// Creating a connection begins its first passes.
async function connect(
  { client, adminToken }: Bench,
  vendors: readonly SimulatedVendor[],
  count: number,
  name: string,
): Promise<readonly WatchedConnection[]> {
  const connected: WatchedConnection[] = [];
  for (let number = 0; number < count; number += 1) {
    const { connector, authentication, credentials, settings } = vendors[number % vendors.length] as SimulatedVendor;
    const { id } = await client.ask<{ id: string }>('POST', `/api/v1/workspaces/${workspace}/connections`, adminToken, {
      connector,
      name: `${name}-${number}`,
      authentication,
      credentials,
      settings,
      check: false,
    });
    connected.push({ id, connector });
  }
  return connected;
}

function watch(
  { plan, client, adminToken }: Bench,
  connections: readonly WatchedConnection[],
  progress: (done: number) => void,
) {
  const read = async ({ id }: WatchedConnection) => {
    const path = `/api/v1/workspaces/${workspace}/connections/${id}/syncs`;
    return (await client.ask<{ data: readonly CopyState[] }>('GET', path, adminToken)).data;
  };
  return watchFirstPasses(connections, read, plan.patience, progress);
}

async function callLive(
  { client, token }: Bench,
  live: readonly WatchedConnection[],
  vendors: readonly SimulatedVendor[],
  number: number,
): Promise<boolean> {
  const index = number % live.length;
  const path = `/api/v1/integrations/connectors/${live[index]?.id}/execute`;
  const { status } = await client.send('POST', path, token, { ...vendors[index]?.list, action: 'list' });
  return status === 200;
}

async function callFor(call: (number: number) => Promise<boolean>, plan: ConnectionsPlan, seconds: number) {
  const over = new AbortController();
  const calls = callSteadily(call, plan.livePerSecond, over.signal);
  await delay(seconds * 1000);
  over.abort();
  return calls;
}
