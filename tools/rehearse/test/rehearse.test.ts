import { expect, it } from 'vitest';
import { rehearseClock } from '../src/clock/rehearse-clock.ts';
import { rehearseCreates } from '../src/creates/rehearse-creates.ts';
import { rehearseHostile } from '../src/hostile/rehearse-hostile.ts';
import { rehearseKills } from '../src/kills/rehearse-kills.ts';
import { soak } from '../src/soak/soak.ts';
import { holds, renderVerdict, type Verdict } from '../src/verdict.ts';

// The commands allow five seconds; here it is only about whether it ends at all, on a machine that may be busy.
const longestStuck = 25_000;
const quietly = () => {};
const seed = 20_261_122;

function requireAll(verdict: Verdict): void {
  expect(holds(verdict), renderVerdict(verdict)).toBe(true);
}

// Each kind of work once; the clock below kills each once more. Most of the time goes to starting gateways.
it('a gateway that is killed in the middle of everything loses and doubles nothing', async () => {
  requireAll(await rehearseKills({ times: 4, seed, database: 'sqlite', longestStuck }, quietly));
});

it.each([
  ['sqlite', 1],
  ['postgres', 2],
])('creates under faults are neither doubled nor lost on %s with %i processes', async (database, processes) => {
  requireAll(await rehearseCreates({ times: 200, seed, setups: [{ database, processes }] }, quietly));
});

it('hostile requests are answered without an error of the gateway', async () => {
  requireAll(await rehearseHostile({ requests: 800, seed }, quietly));
});

it('a clock that jumps by an hour stops, loses and doubles nothing', async () => {
  requireAll(await rehearseClock({ seed, longestStuck: 65_000, rounds: 8 }, quietly));
});

it('a gateway with callers and faults of all kinds has what its vendors have when it comes to rest', async () => {
  requireAll(
    await soak({ minutes: 0.15, seed, database: 'sqlite', workspaces: 2, callers: 8, connectors: 6 }, quietly),
  );
});
