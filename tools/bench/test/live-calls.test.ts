import { platform } from 'node:process';
import { describe, expect, it } from 'vitest';
import { type BenchPlan, benchGateway, type Contender, type Measurement } from '../src/gateway-bench.ts';
import { measurementOf } from '../src/gateway-report.ts';

const plan: BenchPlan = { warmUp: 1.5, rounds: 5, seconds: 0.4, quiet: 0, sizes: [10, 100] };

/** What a call costs as a multiple of what bare Express costs, as it was measured (`npm run bench`). */
const measured: readonly { readonly contender: Contender; readonly size: number; readonly cost: number }[] = [
  { contender: 'gateway', size: 10, cost: 0.85 },
  { contender: 'gateway', size: 100, cost: 0.4 },
  { contender: 'gateway, 2 fields', size: 100, cost: 0.56 },
];

/** A gateway that does three quarters of what it did is too slow. */
const leastPart = 0.75;
/** Others use the same cores: the round that was disturbed least counts, and a bad moment is not a slow gateway. */
const attempts = 3;

interface Cost {
  readonly what: string;
  readonly cost: number;
  readonly most: number;
}

async function tooDear(): Promise<readonly Cost[]> {
  return costs(await benchGateway(plan, () => {})).filter(({ cost, most }) => !(cost <= most));
}

function costs(measurements: readonly Measurement[]): readonly Cost[] {
  const of = (contender: Contender, size: number) => measurementOf(measurements, contender, size).processor.least;
  return measured.map(({ contender, size, cost }) => ({
    what: `${contender}, ${size} records`,
    cost: of(contender, size) / of('bare Express', size),
    most: cost / leastPart,
  }));
}

// Processor time is known on Linux.
describe.runIf(platform === 'linux')('a live call', () => {
  it('costs no more processor time beside bare Express than it did', async () => {
    let found = await tooDear();
    for (let attempt = 1; found.length > 0 && attempt < attempts; attempt++) found = await tooDear();
    expect(found).toEqual([]);
  });
});
