import { setTimeout as delay } from 'node:timers/promises';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import { compareWithVendor, requestFullPass, untilRead } from '../copies.ts';
import { type CountableWrite, findCountableWrite } from '../countable-write.ts';
import { Dice } from '../dice.ts';
import { type DatabaseChoice, RehearsedGateway, type RunningGateway, Workspace } from '../gateway.ts';
import { ProcessWatch, watchable } from '../process-watch.ts';
import { stressBehaviors, Vendors } from '../vendors.ts';
import { atLeast, Failures, type Line, levelLine, none, percentile, shown, type Verdict } from '../verdict.ts';
import { Caller, Tally } from './caller.ts';
import { EffectLedger } from './effect-ledger.ts';
import { connectTenant, type Tenant } from './tenant.ts';

/** The gateway to soak, and for how long. */
export interface SoakPlan {
  readonly minutes: number;
  readonly seed: number;
  readonly database: DatabaseChoice;
  /** Number of workspaces; each is connected with every connector, at separate vendors. */
  readonly workspaces: number;
  readonly callers: number;
  /** Number of built-in connectors; all by default. */
  readonly connectors?: number;
}

/** Everything a soak measures. */
interface Soaked {
  readonly plan: SoakPlan;
  readonly failures: Failures;
  readonly tally: Tally;
  readonly tenants: readonly Tenant[];
  readonly watch: ProcessWatch;
  readonly polls: { all: number; notReady: number };
  readonly compared: number;
  readonly exitCodes: readonly (number | null)[];
}

const recordsPerEntity = 20;
/** Maximum time to read all copies at rest, in milliseconds. */
const maxRest = 900_000;

/**
 * Runs a gateway with callers and behaviors of all kinds, then lets it come to rest and compares its data with the vendors'. The figures of
 * the process are recorded all the time.
 */
export async function soak(plan: SoakPlan, progress: (text: string) => void): Promise<Verdict> {
  const failures = new Failures();
  const rehearsed = await RehearsedGateway.prepare(plan.database);
  const tenants: Tenant[] = [];
  try {
    progress('start and connections');
    const gateway = await rehearsed.start(watchable(rehearsed.directory));
    await connectTenants(plan, gateway, rehearsed.adminToken, failures, tenants);
    const tally = new Tally(failures);
    const watch = new ProcessWatch(gateway.process.pid, rehearsed.directory);
    const polls = await callForAWhile({ plan, gateway, tenants, tally, watch, failures, progress });
    const compared = gateway.process.hasEnded() ? 0 : await comeToRest(tenants, failures, progress);
    if (gateway.process.hasEnded()) failures.add('ended', gateway.process.output().slice(-2000));
    const exitCodes = await rehearsed.close();
    const soaked = { plan, failures, tally, tenants, watch, polls, compared, exitCodes };
    const counts = Object.fromEntries([...tally.counts].toSorted());
    const title = `${plan.minutes} minutes of ${tenants[0]?.connections.length} connectors in ${tenants.length} workspaces (seed ${plan.seed})`;
    return { title, lines: soakLines(soaked), failures: failures.texts, figures: { counts, samples: watch.samples } };
  } finally {
    await rehearsed.close();
    for (const { vendors } of tenants) await vendors.stop();
  }
}

async function connectTenants(
  { workspaces, seed, connectors: count = builtInConnectors.length }: SoakPlan,
  { client }: RunningGateway,
  adminToken: string,
  failures: Failures,
  tenants: Tenant[],
): Promise<void> {
  const connectors = new Dice(seed).shuffled(builtInConnectors).slice(0, count);
  const writes: CountableWrite[] = [];
  for (let number = 0; number < workspaces; number += 1) {
    // All use the same seed, so that findings about one workspace apply to the others.
    const vendors = await Vendors.start({ connectors, recordsPerEntity, seed, latency: 20 });
    const tag = String.fromCharCode('a'.charCodeAt(0) + number);
    const workspace = await Workspace.create(client, adminToken, `soak-${tag}`);
    const tenant = await connectTenant(tag, workspace, vendors, new EffectLedger(vendors, failures));
    tenants.push(tenant);
    for (const { connector, id } of number === 0 ? tenant.connections : []) {
      const write = await findCountableWrite(connector, id, workspace, vendors);
      if (write !== undefined) writes.push(write);
    }
    const idOf = new Map(tenant.connections.map(({ connector, id }) => [connector.id, id]));
    tenant.writes = writes.map((write) => ({ ...write, connection: idOf.get(write.connector) ?? '' }));
    vendors.behaviors = stressBehaviors;
  }
}

interface Calling {
  readonly plan: SoakPlan;
  readonly gateway: RunningGateway;
  readonly tenants: readonly Tenant[];
  readonly tally: Tally;
  readonly watch: ProcessWatch;
  readonly failures: Failures;
  progress(text: string): void;
}

async function callForAWhile(calling: Calling): Promise<Soaked['polls']> {
  const { plan, gateway, tenants, tally, watch, progress } = calling;
  const over = new AbortController();
  const callers = Array.from({ length: plan.callers }, (_, number) => {
    const tenant = tenants[number % tenants.length] as Tenant;
    return new Caller(String(number), tenant, tally, new Dice(plan.seed * 1000 + number)).work(over.signal);
  });
  const polls = { all: 0, notReady: 0 };
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1000;
  const every = Math.min(10, plan.minutes);
  while (seconds() < plan.minutes * 60 && !gateway.process.hasEnded()) {
    await delay(every * 1000);
    if (gateway.process.hasEnded()) break;
    const ready = await gateway.client.send('GET', '/readyz', { token: tenants[0]?.workspace.adminToken ?? '' });
    polls.all += 1;
    if (ready.status !== 200) {
      polls.notReady += 1;
      calling.failures.add('not ready', `${ready.status} ${ready.text}`);
    }
    const { residentMegabytes, heapMegabytes } = await watch.take();
    for (const { ledger } of tenants) ledger.review(false);
    const memory = `${Math.round(residentMegabytes)} MB resident, ${Math.round(heapMegabytes)} MB heap`;
    progress(`${Math.round(seconds())} of ${plan.minutes * 60} s, ${tally.calls} calls, ${memory}`);
  }
  over.abort();
  progress('waiting for the last responses');
  await Promise.all(callers);
  return polls;
}

/** Ends the behaviors, waits for full passes of everything, and returns how many copies were compared with their vendors. */
async function comeToRest(
  tenants: readonly Tenant[],
  failures: Failures,
  progress: (text: string) => void,
): Promise<number> {
  for (const { vendors } of tenants) {
    vendors.behaviors = [];
    vendors.sandbox.behaviors.clear();
    while (vendors.running.length > 0) await delay(50);
  }
  for (const { ledger } of tenants) ledger.review(true);
  for (const pass of passesAtRest) await readAgain(tenants, pass, failures, progress);
  let compared = 0;
  for (const { workspace, connections, tag } of tenants) {
    for (const connection of connections) {
      const name = `${connection.connector.id} of ${tag}`;
      const { json, text } = await workspace.manage('GET', `/connections/${connection.id}`);
      if (json?.state !== 'active' && json?.state !== 'degraded')
        failures.add('connection out of order', `${name}: ${text}`);
      const comparison = await compareWithVendor(workspace, connection);
      compared += comparison.compared;
      for (const difference of comparison.differences) failures.add('search differs', `${tag}: ${difference}`);
    }
  }
  return compared;
}

// Records written through the gateway survive the next pass (spec/sync.md), even if the vendor lost them in the meantime.
const passesAtRest = ['first', 'second'];

async function readAgain(
  tenants: readonly Tenant[],
  pass: string,
  failures: Failures,
  progress: (text: string) => void,
): Promise<void> {
  const since = new Date().toISOString();
  const until = performance.now() + maxRest;
  const all = tenants.flatMap(({ workspace, connections, tag }) =>
    connections.map((connection) => ({ workspace, connection, name: `${connection.connector.id} of ${tag}` })),
  );
  for (const { workspace, connection } of all) await requestFullPass(workspace, connection);
  for (const { workspace, connection, name } of all) {
    progress(`at rest, ${pass} pass: ${name}`);
    if (!(await untilRead(workspace, connection, since, until - performance.now())))
      failures.add('not read at rest', `${name}, ${pass} pass`);
  }
}

/** A shorter run is still warming up in its second half. */
const enoughToJudge = 20;
const maxLag = 250;

/** The lines of the verdict after a soak. */
function soakLines({ plan, failures, tally, tenants, watch, polls, compared, exitCodes }: Soaked): readonly Line[] {
  const isJudged = plan.minutes >= enoughToJudge;
  const { samples } = watch;
  const secondHalf = samples.slice(Math.floor(samples.length / 2));
  const points = (read: (sample: (typeof samples)[number]) => number) =>
    secondHalf.map((sample): readonly [number, number] => [sample.seconds, read(sample)]);
  const creates = tenants.reduce((sum, { ledger }) => sum + ledger.size, 0);
  const unknown = tenants.reduce((sum, { ledger }) => sum + ledger.unknown, 0);
  const lag = percentile(
    samples.map((sample) => sample.lag.p99),
    0.5,
  );
  const failed = (name: string, kind: string, among?: number) => none(name, failures.count(kind), among);
  return [
    atLeast('calls', tally.calls, Math.floor(plan.minutes * 60)),
    failed('errors of the gateway', 'error of the gateway', tally.calls),
    failed('calls without a response', 'no response', tally.calls),
    failed('records of another workspace', "another workspace's record"),
    shown('creates, reported as unknown', `${creates}, ${unknown}`),
    failed('creates: doubled', 'doubled', creates),
    failed('creates: reported as done, and lost', 'lost', creates),
    failed('creates: reported as refused, and done', 'reported wrongly', creates),
    failed('connections out of order at rest', 'connection out of order'),
    failed('connections whose copies were not read at rest', 'not read at rest'),
    atLeast('copies held against their vendor', compared, tenants.length),
    failed('copies that differ from their vendor', 'search differs', compared),
    none('/readyz without a 200', polls.notReady, polls.all),
    levelLine(
      'resident memory, second half',
      points((sample) => sample.residentMegabytes),
      { share: 0.05, absolute: 16 },
      'MB',
      isJudged,
    ),
    levelLine(
      'heap after collection, second half',
      points((sample) => sample.heapMegabytes),
      { share: 0.05, absolute: 6 },
      'MB',
      isJudged,
    ),
    levelLine(
      'open descriptors, second half',
      points((sample) => sample.descriptors),
      { share: 0.1, absolute: 12 },
      '',
      isJudged,
    ),
    levelLine(
      'active handles, second half',
      points((sample) => sample.handles),
      { share: 0.1, absolute: 12 },
      '',
      isJudged,
    ),
    {
      name: 'event loop: median of the p99 of each 10 s',
      seen: `${Math.round(lag)} ms`,
      wanted: isJudged ? `at most ${maxLag} ms` : '',
      holds: isJudged ? lag <= maxLag : null,
    },
    none(
      'processes that did not end well when told to, within 35 s',
      failures.count('ended') + exitCodes.filter((code) => code !== 0).length,
    ),
  ];
}
