import { setTimeout as delay } from 'node:timers/promises';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import { Dice } from '../dice.ts';
import { Failures } from '../failures.ts';
import { type DatabaseChoice, RehearsedGateway } from '../gateway/rehearsed-gateway.ts';
import { Workspace } from '../gateway/workspace.ts';
import { faultsOfWrites } from '../vendors/fault-mix.ts';
import { Vendors } from '../vendors/vendors.ts';
import { atLeast, type Line, none, shown, type Verdict } from '../verdict.ts';
import { type ConnectedWrite, findCountableWrites } from '../writes/find-countable-writes.ts';
import { checkEffects } from './check-effects.ts';
import { type Created, createAll } from './create-all.ts';

/** What to rehearse. */
export interface CreatesPlan {
  /** Number of creates on each database, half of them at a vendor with idempotency keys and half at one without. */
  readonly times: number;
  readonly seed: number;
  /** Each database with its number of processes. */
  readonly setups: readonly { readonly database: DatabaseChoice; readonly processes: number }[];
}

/**
 * Sends creates with an `Idempotency-Key` to vendors with faults, repeats each until a response settles its outcome, and counts the
 * vendors' records.
 */
export async function rehearseCreates(plan: CreatesPlan, progress: (text: string) => void): Promise<Verdict> {
  const failures = new Failures();
  const lines: Line[] = [];
  for (const [index, { database, processes }] of plan.setups.entries()) {
    const where = `${database.replace(/:.*/, '')}, ${processes === 1 ? 'one process' : `${processes} processes`}`;
    const created = await createOn(plan, index, failures, (text) => progress(`${where}: ${text}`));
    for (const hasKeys of [true, false]) {
      const name = `${where}, vendor ${hasKeys ? 'with' : 'without'} keys`;
      lines.push(
        ...linesOf(
          name,
          created.filter(({ write }) => write.hasKeys === hasKeys),
        ),
      );
    }
    lines.push(
      none(
        `${where}: errors of the gateway`,
        created.reduce((sum, { ours }) => sum + ours, 0),
      ),
    );
  }
  const title = `${plan.times} creates under faults on each database (seed ${plan.seed})`;
  return { title, lines, failures: failures.texts, figures: { plan } };
}

async function createOn(
  plan: CreatesPlan,
  index: number,
  failures: Failures,
  progress: (text: string) => void,
): Promise<readonly Created[]> {
  const { database, processes } = plan.setups[index] ?? { database: 'sqlite', processes: 1 };
  const dice = new Dice(plan.seed + index);
  const rehearsed = await RehearsedGateway.prepare(database, { CONNECTORY_MODE: 'direct' });
  const vendors = await Vendors.start({
    connectors: builtInConnectors,
    recordsPerEntity: 3,
    seed: plan.seed,
    latency: 4,
  });
  try {
    progress('start');
    const gateways = [];
    for (let count = 0; count < processes; count += 1) gateways.push(await rehearsed.start());
    const [first] = gateways;
    if (first === undefined) throw new Error('There must be a process.');
    const workspace = await Workspace.create(first.client, rehearsed.adminToken, 'creates');
    const writes = await findCountableWrites(dice.shuffled(builtInConnectors), workspace, vendors, 1);
    vendors.faults = faultsOfWrites;
    const clients = gateways.map(({ client }) => client);
    const created = await createAll({ times: plan.times, writes, workspace, clients, dice, progress });
    vendors.faults = [];
    await untilQuiet(vendors);
    progress('counting');
    return await checkEffects(created, workspace, vendors, failures);
  } finally {
    await rehearsed.close();
    await vendors.stop();
  }
}

async function untilQuiet(vendors: Vendors): Promise<void> {
  while (vendors.running.length > 0) await delay(20);
}

function linesOf(name: string, created: readonly Created[]): readonly Line[] {
  const count = (isMeant: (one: Created) => boolean) => created.filter(isMeant).length;
  const [write] = created.map((one): ConnectedWrite => one.write);
  const repeats = created.reduce((sum, { telling }) => sum + telling.sent - 1, 0);
  return [
    shown(`${name}: creates`, `${created.length} of ${write?.connector} ${write?.entity}`),
    none(
      `${name}: doubled`,
      count(({ effects }) => effects > 1),
    ),
    none(
      `${name}: told as done, and lost`,
      count(({ telling, effects }) => telling.told === 'done' && effects === 0),
    ),
    none(
      `${name}: told as refused, and done`,
      count(({ telling, effects }) => telling.told === 'refused' && effects > 0),
    ),
    none(
      `${name}: not told within a minute`,
      count(({ telling }) => telling.told === 'untold'),
    ),
    none(
      `${name}: not replayed afterwards`,
      count(({ replayed }) => !replayed),
    ),
    shown(`${name}: told as unknown`, String(count(({ telling }) => telling.told === 'unknown'))),
    atLeast(`${name}: repeats by the caller`, repeats, Math.floor(created.length / 50)),
  ];
}
