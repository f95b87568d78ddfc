import { constants, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { ConnectedGateway } from './connected-gateway.ts';
import type { FirstPasses, WatchedConnection } from './first-passes.ts';
import { callSteadily, type LiveLatencies } from './live-calls.ts';
import { cpuSeconds, residentMegabytes } from './process-figures.ts';
import { type SimulatedVendor, type SimulatedVendors, startVendors } from './simulated-vendor.ts';

/** What to measure. */
export interface ConnectionsPlan {
  /** Number of synchronized connections, spread evenly over the built-in connectors. */
  readonly connections: number;
  /** Records of each entity. */
  readonly records: number;
  readonly database: 'sqlite' | 'postgres';
  readonly livePerSecond: number;
  /** Seconds of live calls on the idle gateway, before and again after the passes. */
  readonly idleSeconds: number;
  /** Seconds without a completed connection after which the passes are given up. */
  readonly patience: number;
}

/** Everything the bench of connections measures. */
export interface ConnectionsOutcome {
  readonly passes: FirstPasses;
  /** From the creation of the first connection to the end of the last first pass. */
  readonly seconds: number;
  /** Processor seconds of the gateway in that time. */
  readonly gatewaySeconds: number;
  readonly megabytesBefore: number;
  readonly megabytesAfter: number;
  readonly megabytesHighest: number;
  readonly idle: LiveLatencies;
  readonly busy: LiveLatencies;
}

interface Bench {
  readonly plan: ConnectionsPlan;
  readonly gateway: ConnectedGateway;
  readonly token: string;
  readonly progress: (text: string) => void;
}

const workspace = 'bench';

/**
 * Starts a gateway, connects it with simulated vendors, and measures the first passes of all connections, with live calls of other
 * connections at the same time. These have separate vendors, so that they only wait for the gateway.
 */
export async function benchConnections(
  plan: ConnectionsPlan,
  progress: (text: string) => void,
): Promise<ConnectionsOutcome> {
  const started: SimulatedVendors[] = [];
  let gateway: ConnectedGateway | undefined;
  try {
    progress('start');
    const synchronized = await startVendors(plan.records);
    started.push(synchronized);
    const live = await startVendors(plan.records);
    started.push(live);
    // Real vendors run on other machines, so these only get the processor time that the gateway leaves.
    setPriority(synchronized.server.pid, constants.priority.PRIORITY_LOW);
    gateway = await ConnectedGateway.start({ database: plan.database, hosts: started.map(({ host }) => host) });
    const token = await gateway.createWorkspace(workspace);
    return await measure({ plan, gateway, token, progress }, synchronized.vendors, live.vendors);
  } finally {
    await gateway?.stop();
    for (const { server } of started) await server.stop();
  }
}

async function measure(
  bench: Bench,
  vendors: readonly SimulatedVendor[],
  liveVendors: readonly SimulatedVendor[],
): Promise<ConnectionsOutcome> {
  const { plan, gateway, progress } = bench;
  const callable = liveVendors.filter(({ list }) => list !== null);
  const live = await gateway.connect(workspace, callable, callable.length, 'live');
  progress('first passes of the connections for live calls');
  await gateway.watchFirstPasses(workspace, live, plan.patience, () => {});
  const call = (number: number) => callLive(bench, live, callable, number);
  // Warm-up: compiles the measured code.
  await callFor(call, plan, plan.idleSeconds);
  progress('live calls, idle');
  const idleBefore = await callFor(call, plan, plan.idleSeconds);
  const memoryBefore = await residentMegabytes(gateway.process.pid);
  const cpuBefore = await cpuSeconds(gateway.process.pid);
  const start = performance.now();
  const over = new AbortController();
  const calls = callSteadily(call, plan.livePerSecond, over.signal);
  const connections = await gateway.connect(workspace, vendors, plan.connections, 'synchronized');
  const passes = await gateway.watchFirstPasses(workspace, connections, plan.patience, (done) =>
    progress(`first passes: ${done} of ${connections.length} connections`),
  );
  const seconds = (performance.now() - start) / 1000;
  const gatewaySeconds = (await cpuSeconds(gateway.process.pid)) - cpuBefore;
  over.abort();
  const busy = await calls;
  const memoryAfter = await residentMegabytes(gateway.process.pid);
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

async function callLive(
  { gateway, token }: Bench,
  live: readonly WatchedConnection[],
  vendors: readonly SimulatedVendor[],
  number: number,
): Promise<boolean> {
  const index = number % live.length;
  const path = `/api/v1/integrations/connectors/${live[index]?.id}/execute`;
  const { status } = await gateway.client.send('POST', path, token, { ...vendors[index]?.list, action: 'list' });
  return status === 200;
}

async function callFor(call: (number: number) => Promise<boolean>, plan: ConnectionsPlan, seconds: number) {
  const over = new AbortController();
  const calls = callSteadily(call, plan.livePerSecond, over.signal);
  await delay(seconds * 1000);
  over.abort();
  return calls;
}
