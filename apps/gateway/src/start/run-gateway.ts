import { loadConnectors } from '../plugins/connectors.ts';
import { containPluginFailures } from '../plugins/contain-plugin-failures.ts';
import { createLogger } from '../telemetry/logger.ts';
import { type Configuration, readConfiguration } from './configuration.ts';
import { startGateway } from './gateway.ts';
import { closeOnSignal } from './process.ts';

/** Starts a gateway with all connectors of its configuration, until it is stopped. Throws an `Error` that explains what to change. */
export async function runGateway(
  environment: Readonly<Record<string, string | undefined>>,
  purpose: Configuration['purpose'],
): Promise<void> {
  const configuration: Configuration = { ...readConfiguration(environment), purpose };
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
