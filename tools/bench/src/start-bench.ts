import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type GatewayProcess, startDemo, startGatewayProcess } from '@connectory/test-support/gateway-process';
import { cpuSeconds, residentMegabytes } from './process-figures.ts';

/** The cost of one start of a program. */
export interface StartMeasurement {
  readonly program: 'serve' | 'demo';
  readonly readySeconds: number;
  /** Processor seconds until it was ready. */
  readonly processorSeconds: number;
  readonly megabytesReady: number;
  /** Resident memory once idle, for the demo with all copies synchronized. */
  readonly megabytesIdle: number;
}

/** Threads end after a minute without work. */
const leastIdleSeconds = 90;
const lookSeconds = 5;
const quietSeconds = 0.2;
const mostLooks = 60;

/**
 * Starts the gateway as `npm run serve` and the demo as `npm start` several times, alternating, on the data and compile cache of a first
 * start, which is not counted.
 */
export async function benchStart(
  times: number,
  progress: (text: string) => void,
): Promise<readonly StartMeasurement[]> {
  const directory = await mkdtemp(join(tmpdir(), 'connectory-bench-start-'));
  const environment = { NODE_COMPILE_CACHE: join(directory, 'compiled') };
  const programs = {
    serve: () => startGatewayProcess('main', { ...environment, CONNECTORY_DATA_DIR: join(directory, 'serve') }),
    demo: () => startDemo({ ...environment, CONNECTORY_DATA_DIR: join(directory, 'demo') }),
  };
  const measured: StartMeasurement[] = [];
  try {
    for (const program of ['serve', 'demo'] as const) {
      progress(`${program}: first start`);
      const first = await programs[program]();
      await untilIdle(first, 0);
      await first.stop();
    }
    for (let time = 1; time <= times; time += 1) {
      for (const program of ['serve', 'demo'] as const) {
        progress(`${program}: start ${time} of ${times}`);
        measured.push(await measureStart(program, programs[program]));
      }
    }
    return measured;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function measureStart(
  program: StartMeasurement['program'],
  start: () => Promise<GatewayProcess>,
): Promise<StartMeasurement> {
  const begun = performance.now();
  const gateway = await start();
  try {
    const readySeconds = (performance.now() - begun) / 1000;
    const processorSeconds = await cpuSeconds(gateway.pid);
    const { now: megabytesReady } = await residentMegabytes(gateway.pid);
    await untilIdle(gateway, leastIdleSeconds);
    const { now: megabytesIdle } = await residentMegabytes(gateway.pid);
    return { program, readySeconds, processorSeconds, megabytesReady, megabytesIdle };
  } finally {
    await gateway.stop();
  }
}

/** Waits at least this many seconds, and until the process is almost idle. */
export async function untilIdle({ pid }: GatewayProcess, leastSeconds: number): Promise<void> {
  await delay(leastSeconds * 1000);
  let before = await cpuSeconds(pid);
  for (let look = 0; look < mostLooks; look += 1) {
    await delay(lookSeconds * 1000);
    const now = await cpuSeconds(pid);
    if (now - before < quietSeconds) return;
    before = now;
  }
}
