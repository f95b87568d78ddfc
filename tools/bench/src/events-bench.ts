import { setTimeout as delay } from 'node:timers/promises';
import type { Connector } from '@connectory/connector-sdk';
import { readEvent } from '@connectory/connector-sdk/engine';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import { type RunningSandbox, startSandbox } from '@connectory/sandbox';
import { request } from 'undici';
import { ConnectedGateway } from './connected-gateway.ts';
import { DeliveryReceiver } from './delivery-receiver.ts';
import type { FirstPasses, WatchedConnection } from './first-passes.ts';
import { callSteadily, type LiveLatencies } from './live-calls.ts';
import { cpuSeconds } from './process-figures.ts';
import { sandboxVendors } from './sandbox-vendors.ts';
import { type SimulatedVendors, startVendors } from './simulated-vendor.ts';

/** What to measure. */
export interface EventsPlan {
  /** Number of open, synchronized connections, spread evenly over the built-in connectors. */
  readonly connections: number;
  /** Records of each entity. */
  readonly records: number;
  readonly database: 'sqlite' | 'postgres';
  /** Number of records that are added at the vendors, and how many per second. */
  readonly changes: number;
  readonly changesPerSecond: number;
  readonly livePerSecond: number;
  /** Requests per second to a flooded connection; half of them are forged. */
  readonly floodPerSecond: number;
  /** Seconds of live calls without a flood, and with one. */
  readonly floodSeconds: number;
  /** Seconds to wait for passes and deliveries. */
  readonly patience: number;
}

/** Everything the bench of events measures. */
export interface EventsOutcome {
  readonly passes: FirstPasses;
  /** Vendors and entities whose events were sent. */
  readonly vendors: number;
  readonly entities: number;
  readonly deliveries: readonly number[];
  /** Number of records of each entity that only a pass found. */
  readonly missing: ReadonlyMap<string, number>;
  /** Processor seconds of the gateway during the changes. */
  readonly gatewaySeconds: number;
  readonly quiet: LiveLatencies;
  readonly flooded: LiveLatencies;
  /** Responses to the flood by status. */
  readonly flood: ReadonlyMap<number, number>;
}

interface Bench {
  readonly plan: EventsPlan;
  readonly gateway: ConnectedGateway;
  readonly running: RunningSandbox;
  readonly receiver: DeliveryReceiver;
  readonly progress: (text: string) => void;
}

/** An entity of a vendor that sends an event with the record's id for each new record. */
interface ToldEntity {
  readonly connector: string;
  readonly entity: string;
}

const workspace = 'bench';
const floodedWorkspace = 'flooded';

/**
 * Starts a gateway with connections to simulated vendors that send events, and measures how long after its creation at a vendor a record
 * arrives as a delivery of a subscription; then what a flood of events for one workspace costs live calls of another.
 */
export async function benchEvents(plan: EventsPlan, progress: (text: string) => void): Promise<EventsOutcome> {
  const closers: (() => Promise<unknown>)[] = [];
  try {
    progress('start');
    const running = await startSandbox({ connectors: builtInConnectors, recordsPerEntity: plan.records });
    closers.unshift(() => running.stop());
    const live = await startVendors(plan.records);
    closers.unshift(() => live.server.stop());
    const receiver = await DeliveryReceiver.start();
    closers.unshift(() => receiver.stop());
    const hosts = [new URL(running.origin).host, live.host, receiver.host];
    const gateway = await ConnectedGateway.start({ database: plan.database, hosts });
    closers.unshift(() => gateway.stop());
    return await measure({ plan, gateway, running, receiver, progress }, live);
  } finally {
    for (const close of closers) await close();
  }
}

async function measure(bench: Bench, live: SimulatedVendors): Promise<EventsOutcome> {
  const { plan, gateway, running, receiver, progress } = bench;
  const token = await gateway.createWorkspace(workspace);
  const vendors = sandboxVendors(running, builtInConnectors);
  const connections = await gateway.connect(workspace, vendors, plan.connections, 'open');
  const passes = await gateway.watchFirstPasses(workspace, connections, plan.patience, (done) =>
    progress(`first passes: ${done} of ${connections.length} connections`),
  );
  await gateway.client.ask('POST', `/api/v1/workspaces/${workspace}/subscriptions`, gateway.adminToken, {
    name: 'arrivals',
    connections: connections.map(({ id }) => id),
    url: `http://${receiver.host}/`,
  });
  for (const connection of connections) await registerEvents(bench, workspace, connection);
  const told = builtInConnectors.flatMap((connector) => toldEntities(connector, running));
  const cpuBefore = await cpuSeconds(gateway.process.pid);
  await makeChanges(bench, told, connections);
  const gatewaySeconds = (await cpuSeconds(gateway.process.pid)) - cpuBefore;
  const deliveries = [...receiver.milliseconds];
  const { missing } = receiver;
  progress('live calls without and with a flood of events');
  const flood = await measureFlood(bench, live, token);
  return {
    passes,
    vendors: new Set(told.map(({ connector }) => connector)).size,
    entities: told.length,
    deliveries,
    missing,
    gatewaySeconds,
    ...flood,
  };
}

/** Stores the secret of the simulated vendor in the gateway, and the gateway's URL at the vendor. Returns null if it has no events. */
async function registerEvents(
  { gateway, running: { sandbox } }: Bench,
  within: string,
  { id, connector }: WatchedConnection,
): Promise<string | null> {
  if (builtInConnectors.find((one) => one.id === connector)?.events === undefined) return null;
  const secret = sandbox.eventSecret(connector);
  const path = `/api/v1/workspaces/${within}/connections/${id}/events`;
  const body = secret === null ? {} : { secret };
  const { url } = await gateway.client.ask<{ url: string }>('PUT', path, gateway.adminToken, body);
  sandbox.sendEvents(connector, url);
  return url;
}

function toldEntities({ id: connector, events }: Connector, { sandbox }: RunningSandbox): readonly ToldEntity[] {
  const url = 'http://localhost/';
  return (events?.entities ?? []).flatMap((entity) => {
    const [record] = sandbox.records(connector, entity);
    const request = record && sandbox.eventOf(connector, entity, 'added', record, url);
    if (request === undefined) return [];
    const hints = events?.hints(readEvent(request, JSON.parse)) ?? [];
    return hints.some((hint) => hint.entity === entity && hint.params !== undefined) ? [{ connector, entity }] : [];
  });
}

async function makeChanges(
  { plan, running: { sandbox }, receiver, progress }: Bench,
  told: readonly ToldEntity[],
  connections: readonly WatchedConnection[],
): Promise<void> {
  const begun = performance.now();
  for (let number = 0; number < plan.changes; number += 1) {
    const { connector, entity } = told[number % told.length] as ToldEntity;
    const those = connections.filter((one) => one.connector === connector);
    const at = performance.now();
    const record = sandbox.add(connector, entity);
    for (const { id } of those) receiver.expect(id, entity, record, at);
    progress(`changes: ${number + 1} of ${plan.changes}, ${receiver.milliseconds.length} deliveries`);
    await delay(Math.max(0, begun + ((number + 1) * 1000) / plan.changesPerSecond - performance.now()));
  }
  const end = performance.now() + plan.patience * 1000;
  while (receiver.missing.size > 0 && performance.now() < end) await delay(100);
}

async function measureFlood(bench: Bench, live: SimulatedVendors, token: string) {
  const { plan, gateway } = bench;
  const callable = live.vendors.filter(({ list }) => list !== null);
  const connections = await gateway.connect(workspace, callable, callable.length, 'live');
  await gateway.watchFirstPasses(workspace, connections, plan.patience, () => {});
  const call = async (number: number) => {
    const index = number % connections.length;
    const path = `/api/v1/integrations/connectors/${connections[index]?.id}/execute`;
    const body = { ...callable[index]?.list, action: 'list' };
    return (await gateway.client.send('POST', path, token, body)).status === 200;
  };
  const send = await floodOf(bench);
  // Warm-up: compiles the measured code.
  await during(plan.floodSeconds, (signal) => callSteadily(call, plan.livePerSecond, signal));
  const before = await during(plan.floodSeconds, (signal) => callSteadily(call, plan.livePerSecond, signal));
  const flood = new Map<number, number>();
  const flooded = await during(plan.floodSeconds, async (signal) => {
    const sending = callSteadily((number) => send(number, flood), plan.floodPerSecond, signal);
    const latencies = await callSteadily(call, plan.livePerSecond, signal);
    await sending;
    return latencies;
  });
  const after = await during(plan.floodSeconds, (signal) => callSteadily(call, plan.livePerSecond, signal));
  const quiet: LiveLatencies = {
    milliseconds: [...before.milliseconds, ...after.milliseconds],
    failed: before.failed + after.failed,
  };
  return { quiet, flooded, flood };
}

/** Sends events to a connection of another workspace. Every second one is forged, the rest are new. */
async function floodOf(bench: Bench) {
  const { gateway, running, plan } = bench;
  await gateway.createWorkspace(floodedWorkspace);
  const vendors = sandboxVendors(running, builtInConnectors);
  const told = builtInConnectors.flatMap((connector) => toldEntities(connector, running));
  const [{ connector, entity } = { connector: '', entity: '' }] = told;
  const vendor = vendors.filter((one) => one.connector === connector);
  const [flooded] = await gateway.connect(floodedWorkspace, vendor, 1, floodedWorkspace);
  if (flooded === undefined) throw new Error('no vendor has events');
  await gateway.watchFirstPasses(floodedWorkspace, [flooded], plan.patience, () => {});
  const url = (await registerEvents(bench, floodedWorkspace, flooded)) ?? '';
  const [record = {}] = running.sandbox.records(connector, entity);
  return async (number: number, statuses: Map<number, number>) => {
    const event = running.sandbox.eventOf(connector, entity, 'changed', record, url);
    if (event === undefined) throw new Error(`${connector} tells nothing of changed ${entity}`);
    const body = number % 2 === 0 ? event.body : Buffer.concat([event.body, Buffer.from(' ')]);
    const response = await request(url, { method: 'POST', headers: event.headers, body: Buffer.from(body) });
    await response.body.dump();
    statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1);
    return response.statusCode === 200;
  };
}

async function during<Value>(seconds: number, work: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
  const over = new AbortController();
  const working = work(over.signal);
  await delay(seconds * 1000);
  over.abort();
  return working;
}
