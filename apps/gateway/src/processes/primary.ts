import cluster from 'node:cluster';
import { closeOnSignal } from '../close-on-signal.ts';
import type { Configuration } from '../configuration.ts';
import { createLogger } from '../logger.ts';
import { Supervisor } from './supervisor.ts';
import type { Served } from './topics.ts';

/**
 * Runs the processes of a gateway until it is told to stop; serves nothing itself. Resolves when the first of them listens. Throws an
 * `Error` that says what to change when it cannot start.
 */
export async function serveAsPrimary({ processes, logLevel }: Configuration): Promise<Served> {
  // Connections are handed out here, so that none is lost with the process it waits for.
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
    // The end of a terminal is the end of what runs in it.
    if (process.stdin.isTTY) stop();
    else void supervisor.restartAll();
  });
  return served;
}
