import cluster from 'node:cluster';
import type { Configuration } from './configuration.ts';
import { keepCompiledCode } from './keep-compiled-code.ts';
import { prepareProcess } from './prepare-process.ts';

/**
 * Serves in production until the process is stopped, configured only by the environment, with the configured number of
 * processes. Resolves when it listens. Throws an `Error` that explains what to change.
 */
export async function serve(environment: Readonly<Record<string, string | undefined>>): Promise<void> {
  prepareProcess();
  keepCompiledCode(environment);
  // Imported here because the compile cache is enabled only now, and not every process needs all modules.
  if (cluster.isWorker) {
    const { serveAsWorker } = await import('./processes/worker.ts');
    return serveAsWorker(environment);
  }
  const { readConfiguration } = await import('./configuration.ts');
  const configuration = readConfiguration(environment);
  const { url, connectors } =
    configuration.processes === 1 ? await serveAlone(configuration) : await serveTogether(configuration);
  process.stdout.write(`Connectory serves ${connectors} connectors on ${url}\n`);
}

async function serveAlone(configuration: Configuration) {
  const [{ runGateway }, { createLogger }, { closeOnSignal }] = await Promise.all([
    import('./run-gateway.ts'),
    import('./logger.ts'),
    import('./close-on-signal.ts'),
  ]);
  const gateway = await runGateway(configuration, createLogger(configuration.logLevel));
  closeOnSignal(() => gateway.close());
  return gateway;
}

async function serveTogether(configuration: Configuration) {
  const { serveAsPrimary } = await import('./processes/primary.ts');
  return serveAsPrimary(configuration);
}
