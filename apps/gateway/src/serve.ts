import cluster from 'node:cluster';
import { closeOnSignal } from './close-on-signal.ts';
import { type Configuration, readConfiguration } from './configuration.ts';
import { createLogger } from './logger.ts';
import { prepareProcess } from './prepare-process.ts';

/**
 * Serves in production until the process is told to stop, configured by the environment alone (DESIGN section 9), with as many processes
 * as that says. Resolves when it listens. Throws an `Error` that says what to change.
 */
export async function serve(environment: Readonly<Record<string, string | undefined>>): Promise<void> {
  prepareProcess();
  // Loaded here and not with the module: the primary of several processes serves nothing, and one process alone needs none of the rest.
  if (cluster.isWorker) {
    const { serveAsWorker } = await import('./processes/worker.ts');
    return serveAsWorker(environment);
  }
  const configuration = readConfiguration(environment);
  const { url, connectors } =
    configuration.processes === 1 ? await serveAlone(configuration) : await serveTogether(configuration);
  process.stdout.write(`Connectory serves ${connectors} connectors on ${url}\n`);
}

async function serveAlone(configuration: Configuration) {
  const { runGateway } = await import('./run-gateway.ts');
  const gateway = await runGateway(configuration, createLogger(configuration.logLevel));
  closeOnSignal(() => gateway.close());
  return gateway;
}

async function serveTogether(configuration: Configuration) {
  const { serveAsPrimary } = await import('./processes/primary.ts');
  return serveAsPrimary(configuration);
}
