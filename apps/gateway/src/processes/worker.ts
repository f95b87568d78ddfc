import { closeOnSignal } from '../close-on-signal.ts';
import { readConfiguration } from '../configuration.ts';
import { createLogger } from '../logger.ts';
import { runGateway } from '../run-gateway.ts';
import { Link } from './link.ts';
import { SharedProcesses } from './shared-processes.ts';
import type { PrimaryLink } from './topics.ts';

/**
 * Serves as one of the processes of a gateway until the primary ends it. If it cannot start, it reports the reason to the primary and ends.
 */
export async function serveAsWorker(environment: Readonly<Record<string, string | undefined>>): Promise<void> {
  // A terminal sends these to all processes; the primary decides what to do.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
  const link: PrimaryLink = new Link((message) => process.send?.(message, undefined, undefined, () => {}));
  process.on('message', (message) => link.receive(message));
  process.on('disconnect', () => link.close());
  try {
    const configuration = readConfiguration(environment);
    const processes = new SharedProcesses(link, await link.ask('hello', null));
    const logger = createLogger(configuration.logLevel, 1, { process: processes.number });
    const gateway = await runGateway(configuration, logger, processes);
    const close = closeOnSignal(() => gateway.close(), { once: true });
    link.hear('close', close);
    link.hear('retire', () => gateway.retire().then(close, close));
    link.tell('started', { url: gateway.url, connectors: gateway.connectors });
  } catch (error) {
    await link.ask('failed', error instanceof Error ? error.message : String(error)).catch(() => undefined);
    process.exit(1);
  }
}
