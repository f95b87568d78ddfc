import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startDemo, startGatewayProcess } from '@connectory/test-support/gateway-process';
import { processorSeconds, residentMegabytes } from './processes.ts';
import { atMost, type BenchResult, median, table } from './result.ts';

interface Start {
  readonly readySeconds: number;
  readonly processorSeconds: number;
  readonly megabytesReady: number;
  /** For the demo with all copies synchronized. */
  readonly megabytesIdle: number;
}

const maxReadySeconds = 1.2;
const maxIdleMegabytes = { serve: 180, demo: 350 };
/** Threads end after a minute without work. */
const leastIdleSeconds = 90;
const maxChecks = 60;

/**
 * Starts the gateway and the demo several times, alternating, on the data and compile cache of a first start, which is not counted. The
 * fastest start is judged, which other work on the machine disturbed least.
 */
export async function benchStart(times: number, progress: (text: string) => void): Promise<BenchResult> {
  const directory = await mkdtemp(join(tmpdir(), 'connectory-bench-start-'));
  const environment = { NODE_COMPILE_CACHE: join(directory, 'compiled') };
  const programs = {
    serve: () => startGatewayProcess('main', { ...environment, CONNECTORY_DATA_DIR: join(directory, 'serve') }),
    demo: () => startDemo({ ...environment, CONNECTORY_DATA_DIR: join(directory, 'demo') }),
  };
  const starts = { serve: [] as Start[], demo: [] as Start[] };
  try {
    for (let time = 0; time <= times; time += 1) {
      for (const program of ['serve', 'demo'] as const) {
        progress(`${program}: start ${time} of ${times}`);
        const begun = performance.now();
        const { pid, stop } = await programs[program]();
        const readySeconds = (performance.now() - begun) / 1000;
        const used = await processorSeconds(pid);
        const megabytesReady = await residentMegabytes(pid);
        await untilIdle(pid, time === 0 ? 0 : leastIdleSeconds);
        const megabytesIdle = await residentMegabytes(pid);
        await stop();
        if (time > 0) starts[program].push({ readySeconds, processorSeconds: used, megabytesReady, megabytesIdle });
      }
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
  const figure = (program: 'serve' | 'demo', of: keyof Start) => median(starts[program].map((start) => start[of]));
  const rows = (['serve', 'demo'] as const).map((program) => [
    program,
    figure(program, 'readySeconds').toFixed(2),
    figure(program, 'processorSeconds').toFixed(2),
    figure(program, 'megabytesReady').toFixed(0),
    figure(program, 'megabytesIdle').toFixed(0),
  ]);
  return {
    table: table(['program', 'ready s', 'cpu s', 'MB ready', 'MB idle'], rows),
    floors: [
      atMost(
        'serve: seconds until ready',
        Math.min(...starts.serve.map((start) => start.readySeconds)),
        maxReadySeconds,
      ),
      atMost('serve: MB when idle', figure('serve', 'megabytesIdle'), maxIdleMegabytes.serve, 0),
      atMost('demo: MB when idle', figure('demo', 'megabytesIdle'), maxIdleMegabytes.demo, 0),
    ],
  };
}

// Waits at least this many seconds, and until the process is almost idle.
async function untilIdle(pid: number, leastSeconds: number): Promise<void> {
  await delay(leastSeconds * 1000);
  let before = await processorSeconds(pid);
  for (let check = 0; check < maxChecks; check += 1) {
    await delay(5000);
    const now = await processorSeconds(pid);
    if (now - before < 0.2) return;
    before = now;
  }
}
