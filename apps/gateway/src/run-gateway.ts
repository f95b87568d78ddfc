import type { Logger } from 'pino';
import type { Configuration } from './configuration.ts';
import { loadConnectors } from './connectors.ts';
import { type Gateway, startGateway } from './gateway.ts';
import { containPluginFailures } from './plugins/contain-plugin-failures.ts';
import type { SharedProcesses } from './processes/shared-processes.ts';

/** A gateway with all connectors of its configuration. */
export interface RunningGateway extends Pick<Gateway, 'url' | 'retire' | 'close'> {
  /** Number of connectors. */
  readonly connectors: number;
}

/** Loads the connectors and starts a gateway with them. Throws an `Error` that explains what to change. */
export async function runGateway(
  configuration: Configuration,
  logger: Logger,
  processes?: SharedProcesses,
): Promise<RunningGateway> {
  const { connectors, trusted, close } = await loadConnectors(configuration, logger);
  containPluginFailures(trusted, logger);
  const gateway = await startGateway(configuration, connectors, logger, processes === undefined ? {} : { processes });
  return {
    url: gateway.url,
    connectors: connectors.length,
    retire: () => gateway.retire(),
    close: async () => {
      await gateway.close();
      close();
      logger.flush();
    },
  };
}
