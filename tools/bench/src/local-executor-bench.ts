import { fileURLToPath } from 'node:url';
import {
  newest,
  type PythonEnvironment,
  prepareEnvironment,
  run,
} from '../../../apps/gateway/test/python-environment.ts';
import { startChild } from './child-server.ts';
import { measureCalls, openConnections, type RoundsPlan, type Sample, type Spread, spreadOf } from './gateway-bench.ts';

/** What is compared: the HTTP library of the executor alone, the executor as a library, and the gateway over HTTP. */
const contenders = ['httpx', 'executor', 'gateway'] as const;

type Contender = (typeof contenders)[number];

/** The cost of one contender with pages of one size. */
export interface ExecutorMeasurement {
  readonly contender: Contender;
  readonly size: number;
  /** Processor microseconds per call, of the whole process. */
  readonly processor: Spread;
  readonly callsPerSecond: Spread;
}

type ExecutorSample = Pick<Sample, 'processor' | 'requestsPerSecond'>;

const program = fileURLToPath(new URL('local-executor.py', import.meta.url));

/**
 * Measures live calls of Airbyte's local executor and of the gateway on the same pages, in interleaved rounds. Returns why not, if there is
 * no Python with the executor.
 */
export async function benchLocalExecutor(
  plan: RoundsPlan,
  progress: (text: string) => void,
): Promise<readonly ExecutorMeasurement[] | { readonly missing: string }> {
  progress('Python');
  const python = await prepareEnvironment([newest]);
  if ('missing' in python) return python;
  const upstream = await startChild('./canned-upstream.ts');
  const origin = `http://127.0.0.1:${upstream.printed[0]}`;
  const gateway = await startChild('./gateway-server.ts', origin);
  const cases = plan.sizes.flatMap((size) =>
    contenders.map((contender) => ({ contender, size, samples: [] as ExecutorSample[] })),
  );
  try {
    for (let round = 1; round <= plan.rounds; round++) {
      for (const { contender, size, samples } of cases) {
        progress(`round ${round} of ${plan.rounds}: ${contender}, ${size} records`);
        if (contender === 'gateway') {
          // The programs in Python also start each round with a warm-up.
          await measureCalls('gateway', gateway, size, plan.warmUp);
          samples.push(await measureCalls('gateway', gateway, size, plan.seconds));
        } else {
          samples.push(await measurePython(python, contender, origin, size, plan));
        }
      }
    }
  } finally {
    await Promise.all([upstream.stop(), gateway.stop()]);
  }
  return cases.map(({ contender, size, samples }) => ({
    contender,
    size,
    processor: spreadOf(samples.map(({ processor }) => processor)),
    callsPerSecond: spreadOf(samples.map(({ requestsPerSecond }) => requestsPerSecond)),
  }));
}

async function measurePython(
  { python, pathOf }: Exclude<PythonEnvironment, { missing: string }>,
  contender: Exclude<Contender, 'gateway'>,
  origin: string,
  size: number,
  { warmUp, seconds }: RoundsPlan,
): Promise<ExecutorSample> {
  const numbers = [size, openConnections, warmUp, seconds].map(String);
  const environment = { PYTHONPATH: pathOf(newest), AIRBYTE_TELEMETRY_MODE: 'disabled' };
  const { code, stdout, stderr } = await run(python, [program, contender, origin, ...numbers], environment);
  if (code !== 0) throw new Error(`${contender} failed: ${stderr}`);
  const spent = JSON.parse(stdout) as { calls: number; seconds: number; processor: number };
  return { processor: (spent.processor / spent.calls) * 1e6, requestsPerSecond: spent.calls / spent.seconds };
}
