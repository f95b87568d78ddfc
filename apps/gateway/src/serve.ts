import { closeOnSignal } from './close-on-signal.ts';
import { readConfiguration } from './configuration.ts';
import { loadConnectors } from './connectors.ts';
import { startGateway } from './gateway.ts';
import { createLogger } from './logger.ts';
import { containPluginFailures } from './plugins/contain-plugin-failures.ts';
import { surviveBrokenOutput } from './survive-broken-output.ts';

/**
 * Serves in production until the process is told to stop, configured by the environment alone (DESIGN section 9). Resolves when it
 * listens. Throws an `Error` that says what to change.
 */
export async function serve(environment: Readonly<Record<string, string | undefined>>): Promise<void> {
  surviveBrokenOutput();
  // Nobody but the user the gateway runs as reads what it writes.
  process.umask(0o077);
  const configuration = readConfiguration(environment);
  const logger = createLogger(configuration.logLevel);
  const { connectors, trusted, close } = await loadConnectors(configuration, logger);
  containPluginFailures(trusted, logger);
  const gateway = await startGateway(configuration, connectors, logger);
  closeOnSignal(async () => {
    await gateway.close();
    close();
    logger.flush();
  });
  process.stdout.write(`Connectory serves ${connectors.length} connectors on ${gateway.url}\n`);
}
