import type { Logger } from 'pino';
import { describeException } from '../telemetry/describe-exception.ts';
import type { WorkerEvent } from './contained/plugin-worker.ts';
import { thrownThere } from './contained/remote-code.ts';

/** Logs what plugins do outside calls, under their names. */
export function logPluginEvents(
  logger: Logger | undefined,
): (connector: string | undefined, packageName: string, event: WorkerEvent) => void {
  return (connector, packageName, event) => {
    const about = { connector, package: packageName };
    if (event.kind === 'failed') {
      const error = describeException(thrownThere(event.thrown));
      logger?.error({ ...about, error }, 'a connector failed outside a call');
    } else {
      const { reason, restartsIn } = event;
      logger?.error({ ...about, reason, restarts_in_ms: restartsIn }, 'the process of a connector was stopped');
    }
  };
}
