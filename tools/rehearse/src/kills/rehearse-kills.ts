import { setTimeout as delay } from 'node:timers/promises';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import { Dice } from '../dice.ts';
import { Failures } from '../failures.ts';
import { type DatabaseChoice, RehearsedGateway, type RunningGateway } from '../gateway/rehearsed-gateway.ts';
import { Workspace } from '../gateway/workspace.ts';
import { Vendors } from '../vendors/vendors.ts';
import { atLeast, type Line, shown, type Verdict } from '../verdict.ts';
import { type PhaseName, phaseNames } from './phase.ts';
import { phaseLines } from './phase-lines.ts';
import { type Phases, preparePhases } from './prepare-phases.ts';

/** What to rehearse. */
export interface KillsPlan {
  readonly times: number;
  readonly seed: number;
  readonly database: DatabaseChoice;
  /** Longest acceptable delay after the gateway is ready again, in milliseconds. */
  readonly longestStuck: number;
}

/** The kills of one kind of work: all of them, and those while work was in progress. */
interface Killed {
  times: number;
  underWay: number;
}

interface Rehearsal {
  readonly plan: KillsPlan;
  readonly rehearsed: RehearsedGateway;
  readonly vendors: Vendors;
  readonly workspace: Workspace;
  readonly failures: Failures;
  readonly dice: Dice;
  readonly phases: Phases;
  gateway: RunningGateway;
}

/**
 * Kills a gateway with `kill -9` repeatedly, at random moments of synchronizations, keyed writes, renewals of access tokens and management,
 * restarts it on the same data each time, and checks the outcome of the work.
 */
export async function rehearseKills(plan: KillsPlan, progress: (text: string) => void): Promise<Verdict> {
  const rehearsed = await RehearsedGateway.prepare(plan.database);
  const vendors = await Vendors.start({
    connectors: builtInConnectors,
    recordsPerEntity: 12,
    seed: plan.seed,
    latency: 40,
  });
  try {
    progress('start, connections and first passes');
    const rehearsal = await prepare(plan, rehearsed, vendors);
    const killed = await killAll(rehearsal, progress);
    progress('at the end: all copies, the audit');
    for (const name of phaseNames) await rehearsal.phases[name].conclude();
    const title = `${plan.times} times kill -9 on ${plan.database.replace(/:.*/, '')} (seed ${plan.seed})`;
    const lines = linesOf(rehearsal, killed.byPhase, killed.starts);
    return { title, lines, failures: rehearsal.failures.texts, figures: { plan, ...killed } };
  } finally {
    await rehearsed.close();
    await vendors.stop();
  }
}

async function prepare(plan: KillsPlan, rehearsed: RehearsedGateway, vendors: Vendors): Promise<Rehearsal> {
  const dice = new Dice(plan.seed);
  const failures = new Failures();
  const gateway = await rehearsed.start();
  const workspace = await Workspace.create(gateway.client, rehearsed.adminToken, 'kills');
  const surroundings = { workspace, failures, longestStuck: plan.longestStuck };
  const phases = await preparePhases(surroundings, vendors, dice, wantedPlans);
  return { plan, rehearsed, vendors, workspace, failures, dice, phases, gateway };
}

// Enough copies to be interrupted mid-pass, and few enough to be read many times.
const wantedPlans = 8;

async function killAll(
  rehearsal: Rehearsal,
  progress: (text: string) => void,
): Promise<{ readonly byPhase: Readonly<Record<PhaseName, Killed>>; readonly starts: readonly number[] }> {
  const { plan, rehearsed, workspace, dice, phases } = rehearsal;
  const byPhase = Object.fromEntries(phaseNames.map((name) => [name, { times: 0, underWay: 0 }])) as Record<
    PhaseName,
    Killed
  >;
  const starts: number[] = [];
  for (let round = 0; round < plan.times; round += 1) {
    const name = phaseNames[round % phaseNames.length] as PhaseName;
    progress(`kill ${round + 1} of ${plan.times}: ${name}`);
    const phase = phases[name];
    const work = await phase.begin(Math.floor(round / phaseNames.length));
    await delay(dice.integer(0, phase.longest));
    byPhase[name].times += 1;
    if (work.isUnderWay()) byPhase[name].underWay += 1;
    await rehearsed.kill(rehearsal.gateway);
    await work.settle();
    const begun = performance.now();
    rehearsal.gateway = await rehearsed.start();
    starts.push(performance.now() - begun);
    workspace.client = rehearsal.gateway.client;
    await work.verify();
  }
  return { byPhase, starts };
}

function linesOf(
  { failures, phases }: Rehearsal,
  byPhase: Readonly<Record<PhaseName, Killed>>,
  starts: readonly number[],
): readonly Line[] {
  const lines: Line[] = [];
  for (const name of phaseNames) {
    const { times, underWay } = byPhase[name];
    lines.push(atLeast(`${name}: kills in the middle, of ${times}`, underWay, Math.floor(times / 5)));
    lines.push(...phaseLines(name, failures));
  }
  const { lostOnTheWay } = phases.refresh;
  lines.push(shown('refresh: answers the vendor had sent and nobody received', String(lostOnTheWay)));
  lines.push(shown('slowest start until ready', `${Math.round(Math.max(...starts))} ms`));
  return lines;
}
