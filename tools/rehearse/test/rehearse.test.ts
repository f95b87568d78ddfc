import { expect, it } from 'vitest';
import { rehearseKills } from '../src/kills/kills.ts';
import { soak } from '../src/soak/soak.ts';
import { holds, renderVerdict, type Verdict } from '../src/verdict.ts';

// The command allows five seconds; here it is only about whether it ends at all, on a machine that may be busy.
const maxStuck = 25_000;
const quietly = () => {};
const seed = 20_261_122;

function requireAll(verdict: Verdict): void {
  expect(holds(verdict), renderVerdict(verdict)).toBe(true);
}

// Each kind of work once. Most of the time goes to starting gateways.
it.each(['sqlite', 'postgres'])(
  'a gateway on %s killed in the middle of its work loses and repeats nothing',
  async (database) => {
    requireAll(await rehearseKills({ times: 4, seed, database, maxStuck }, quietly));
  },
);

it('a gateway under failures holds the records of its vendors once it is at rest', async () => {
  requireAll(
    await soak({ minutes: 0.15, seed, database: 'sqlite', workspaces: 2, callers: 8, connectors: 6 }, quietly),
  );
});
