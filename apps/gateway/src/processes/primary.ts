import cluster from 'node:cluster';
import { closeOnSignal } from '../close-on-signal.ts';
import type { Configuration } from '../configuration.ts';
import { createLogger } from '../logger.ts';
import { Supervisor } from './supervisor.ts';
import type { Served } from './topics.ts';

/**
 * Runs the processes of a gateway until it is stopped; serves no requests itself. Resolves when the first process listens. Throws an
 * `Error` that explains what to change if it cannot start.
 */
export async function serveAsPrimary({ processes, logLevel }: Configuration): Promise<Served> {
  // The primary distributes connections, so that none is lost with the process it waits for.
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({ serialization: 'advanced' });
  const logger = createLogger(logLevel, 1, { process: 0 });
  const supervisor = new Supervisor(processes, logger, (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
  const served = await supervisor.start();
  const stop = closeOnSignal(() => supervisor.stop());
  process.on('SIGHUP', () => {
    // If a terminal closes, the processes in it end as well.
    if (process.stdin.isTTY) stop();
    else void supervisor.restartAll();
  });
  return served;
}
