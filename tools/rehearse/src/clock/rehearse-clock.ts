import { setTimeout as delay } from 'node:timers/promises';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import { Dice } from '../dice.ts';
import { Failures } from '../failures.ts';
import { RehearsedGateway, type RunningGateway } from '../gateway/rehearsed-gateway.ts';
import { Workspace } from '../gateway/workspace.ts';
import { phaseNames } from '../kills/phase.ts';
import { phaseLines } from '../kills/phase-lines.ts';
import { type Phases, preparePhases } from '../kills/prepare-phases.ts';
import { Vendors } from '../vendors/vendors.ts';
import { none, shown, type Verdict } from '../verdict.ts';
import { JumpingClock } from './jumping-clock.ts';

/** What to rehearse. */
export interface ClockPlan {
  readonly seed: number;
  /** Longest acceptable delay after a jump, in milliseconds. */
  readonly longestStuck: number;
  /** Number of disturbances of each kind of work; by default all eight: four jumps, each with and without a restart. */
  readonly rounds?: number;
}

const hour = 3_600;
/** Forward and back, on both sides of the true time. */
const offsets = [hour, 0, -hour, 0];

interface Rehearsal {
  readonly rehearsed: RehearsedGateway;
  readonly clock: JumpingClock;
  readonly workspace: Workspace;
  readonly phases: Phases;
  readonly dice: Dice;
  gateway: RunningGateway;
}

/**
 * Sets the clock of a gateway an hour forward and back in the middle of synchronizations, keyed writes, renewals of access tokens and
 * management, with and without `kill -9` and a restart, and checks the outcome of the work.
 */
export async function rehearseClock(plan: ClockPlan, progress: (text: string) => void): Promise<Verdict> {
  const failures = new Failures();
  const rehearsed = await RehearsedGateway.prepare('sqlite');
  const vendors = await Vendors.start({
    connectors: builtInConnectors,
    recordsPerEntity: 6,
    seed: plan.seed,
    latency: 200,
  });
  const clock = new JumpingClock(rehearsed.directory);
  try {
    progress('start, connections and first passes');
    await clock.set(0);
    const gateway = await rehearsed.start(clock.environment);
    const workspace = await Workspace.create(gateway.client, rehearsed.adminToken, 'clock');
    const dice = new Dice(plan.seed);
    const phases = await preparePhases({ workspace, failures, longestStuck: plan.longestStuck }, vendors, dice, 3);
    const rehearsal = { rehearsed, clock, workspace, phases, dice, gateway };
    const rounds = plan.rounds ?? offsets.length * phaseNames.length * 2;
    for (let round = 0; round < rounds; round += 1) {
      progress(`jump ${round + 1} of ${rounds}`);
      await jump(rehearsal, round);
    }
    progress('at the end: all copies, the audit');
    for (const name of phaseNames) await phases[name].conclude();
    return {
      title: `${rounds} jumps of the clock by an hour (seed ${plan.seed})`,
      lines: [
        shown('the clock is that of', clock.reach),
        shown('not covered', 'the clock of a PostgreSQL server, which is its own'),
        ...phaseNames.flatMap((name) => phaseLines(name, failures)),
        none('processes that ended by themselves', rehearsal.gateway.process.hasEnded() ? 1 : 0),
      ],
      failures: failures.texts,
      figures: { plan },
    };
  } finally {
    await rehearsed.close();
    await vendors.stop();
  }
}

// Each kind of work meets every jump, first in a running process and then across a restart.
async function jump(rehearsal: Rehearsal, round: number): Promise<void> {
  const { rehearsed, clock, workspace, phases, dice } = rehearsal;
  const offset = offsets[round % offsets.length] ?? 0;
  const turn = Math.floor(round / offsets.length);
  const phase = phases[phaseNames[(turn + round) % phaseNames.length] ?? 'sync'];
  const isRestarted = turn % 2 === 1;
  const work = await phase.begin(round);
  await delay(dice.integer(0, phase.longest));
  if (isRestarted) await rehearsed.kill(rehearsal.gateway);
  await clock.set(offset);
  if (!isRestarted) await clock.untilFollowed(rehearsal.gateway.process.url, offset);
  await work.settle();
  if (isRestarted) {
    rehearsal.gateway = await rehearsed.start(clock.environment);
    workspace.client = rehearsal.gateway.client;
  }
  await work.verify();
}
