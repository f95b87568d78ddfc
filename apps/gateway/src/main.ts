import { closeOnSignal } from './close-on-signal.ts';
import { readConfiguration } from './configuration.ts';
import { builtInConnectors, loadConnectors } from './connectors.ts';
import { startGateway } from './gateway.ts';
import { createLogger } from './logger.ts';

/** Serves in production, configured by the environment alone (DESIGN section 9). */
try {
  const configuration = readConfiguration(process.env);
  const logger = createLogger(configuration.logLevel);
  const connectors = [...builtInConnectors, ...(await loadConnectors(configuration.extraConnectors))];
  const gateway = await startGateway(configuration, connectors, logger);
  closeOnSignal(async () => {
    await gateway.close();
    logger.flush();
  });
  process.stdout.write(`Connectory serves ${connectors.length} connectors on ${gateway.url}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
