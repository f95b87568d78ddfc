import { setTimeout as delay } from 'node:timers/promises';
import type { Connector } from '@connectory/connector-sdk';
import { entityPlans } from '@connectory/context-store';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import type { CopiedConnection } from '../copies.ts';
import { findCountableWrites } from '../countable-write.ts';
import { Dice } from '../dice.ts';
import { type DatabaseChoice, RehearsedGateway, Workspace } from '../gateway.ts';
import { connectionDraft, Vendors } from '../vendors.ts';
import { atLeast, Failures, type Line, none, shown, type Verdict } from '../verdict.ts';
import { ManagePhase } from './manage-phase.ts';
import { type PhaseContext, type PhaseName, phaseNames } from './phase.ts';
import { connectRotating, RefreshPhase } from './refresh-phase.ts';
import { SyncPhase } from './sync-phase.ts';
import { WritePhase } from './write-phase.ts';

/** What to rehearse. */
export interface KillsPlan {
  readonly times: number;
  readonly seed: number;
  readonly database: DatabaseChoice;
  /** Longest acceptable delay after the gateway is ready again, in milliseconds. */
  readonly maxStuck: number;
}

/** The kills of one kind of work: all of them, and those while work was in progress. */
interface Killed {
  times: number;
  underWay: number;
}

// Enough copies to be interrupted mid-pass, and few enough to be read many times.
const wantedPlans = 8;

/** What must not happen in each kind of work. */
const failureKinds: Readonly<Record<PhaseName, readonly string[]>> = {
  sync: ['stuck', 'differs', 'errors'],
  write: ['doubled', 'lost', 'refused', 'not replayed', 'stuck', 'without an audit entry'],
  refresh: ['lost', 'stuck', 'new credentials refused'],
  manage: ['doubled', 'lost', 'half made', 'refused', 'without an audit entry'],
};

/**
 * Kills a gateway with `kill -9` repeatedly, at random moments of synchronizations, keyed writes, renewals of access tokens and management,
 * restarts it on the same data each time, and checks the outcome of the work.
 */
export async function rehearseKills(plan: KillsPlan, progress: (text: string) => void): Promise<Verdict> {
  const { times, seed, database, maxStuck } = plan;
  const rehearsed = await RehearsedGateway.prepare(database);
  const vendors = await Vendors.start({ connectors: builtInConnectors, recordsPerEntity: 12, seed, latency: 40 });
  const dice = new Dice(seed);
  const failures = new Failures();
  const starts: number[] = [];
  try {
    progress('start, connections and first passes');
    let gateway = await rehearsed.start();
    const workspace = await Workspace.create(gateway.client, rehearsed.adminToken, 'kills');
    const phases = await preparePhases({ workspace, failures, maxStuck }, vendors, dice);
    const killed = new Map(phaseNames.map((name): [PhaseName, Killed] => [name, { times: 0, underWay: 0 }]));
    for (let round = 0; round < times; round += 1) {
      const name = phaseNames[round % phaseNames.length] as PhaseName;
      progress(`kill ${round + 1} of ${times}: ${name}`);
      const phase = phases[name];
      const work = await phase.begin(Math.floor(round / phaseNames.length));
      await delay(dice.integer(0, phase.maxMilliseconds));
      const count = killed.get(name) as Killed;
      count.times += 1;
      if (work.isUnderWay()) count.underWay += 1;
      await rehearsed.kill(gateway);
      await work.settle();
      const begun = performance.now();
      gateway = await rehearsed.start();
      starts.push(performance.now() - begun);
      workspace.client = gateway.client;
      await work.verify();
    }
    progress('at the end: all copies, the audit');
    for (const name of phaseNames) await phases[name].conclude();
    const lines: Line[] = [];
    for (const [name, count] of killed) {
      const wanted = Math.floor(count.times / 5);
      lines.push(atLeast(`${name}: kills in the middle, of ${count.times}`, count.underWay, wanted));
      for (const kind of failureKinds[name]) {
        lines.push(none(`${name}: ${kind}`, failures.count(`${name}: ${kind}`)));
      }
    }
    const { lostOnTheWay } = phases.refresh;
    lines.push(shown('refresh: responses of the vendor that never arrived', String(lostOnTheWay)));
    lines.push(shown('slowest start until ready', `${Math.round(Math.max(...starts))} ms`));
    const title = `${times} times kill -9 on ${database.replace(/:.*/, '')} (seed ${seed})`;
    return { title, lines, failures: failures.texts, figures: { plan, byPhase: Object.fromEntries(killed), starts } };
  } finally {
    await rehearsed.close();
    await vendors.stop();
  }
}

/** The kinds of work that can be disturbed, each with its own connectors. */
interface Phases {
  readonly sync: SyncPhase;
  readonly write: WritePhase;
  readonly refresh: RefreshPhase;
  readonly manage: ManagePhase;
}

/**
 * Connects connectors for every kind of work, and waits for the first passes of those whose copies are watched.
 */
async function preparePhases(context: PhaseContext, vendors: Vendors, dice: Dice): Promise<Phases> {
  const { workspace } = context;
  const shuffled = dice.shuffled(builtInConnectors);
  const taken = new Set<Connector>();
  const free = () => shuffled.filter((one) => !taken.has(one));
  const writes = await findCountableWrites(shuffled, workspace, vendors, 1);
  for (const one of shuffled) if (writes.some(({ connector }) => connector === one.id)) taken.add(one);
  const rotating = await connectRotating(free(), context, vendors, 2);
  for (const { connector } of rotating) taken.add(connector);
  const distance = (one: Connector) => Math.abs(entityPlans(one).length - wantedPlans);
  const copied: CopiedConnection[] = [];
  for (const connector of free()
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, 2)) {
    taken.add(connector);
    const id = await workspace.connect(connectionDraft(connector, vendors), `sync-${connector.id}`);
    copied.push({ connector, id });
  }
  const [managed] = free();
  if (managed === undefined || rotating.length === 0 || copied.length === 0) {
    throw new Error('There are too few connectors.');
  }
  const sync = new SyncPhase(context, vendors, copied);
  await sync.prepare();
  return {
    sync,
    write: new WritePhase(context, vendors, writes),
    refresh: new RefreshPhase(context, vendors, rotating),
    manage: new ManagePhase(context, connectionDraft(managed, vendors)),
  };
}
