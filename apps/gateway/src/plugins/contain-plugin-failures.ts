import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { describeException } from '../telemetry/logger.ts';
import type { WorkerEvent } from './contained/plugin-worker.ts';
import type { Plugin } from './plugin-package.ts';

/** Whose code caused a failure outside any call, judged by its stack. */
export type Culprit = Plugin | 'gateway' | 'nobody';

/**
 * Keeps a gateway running if code of trusted plugins, which shares its process, fails outside a call: in a timer or a promise that nothing
 * awaits. A failure of the gateway's own code still ends the process, as it does without plugins.
 */
export function containPluginFailures(plugins: readonly Plugin[], logger: Logger): void {
  if (plugins.length === 0) return;
  // Unhandled rejections arrive here as well.
  process.on('uncaughtException', (thrown) => {
    const culprit = culpritOf(thrown, plugins);
    const error = describeException(thrown);
    if (culprit === 'gateway') {
      logger.fatal({ error }, 'the gateway failed and ends');
      logger.flush();
      process.stderr.write(`${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}\n`);
      process.exit(1);
    }
    if (culprit === 'nobody') {
      logger.error(
        { error },
        'code failed outside a call; its stack does not identify it, but it is most likely a plugin',
      );
      return;
    }
    const { packageName, connector } = culprit;
    logger.error({ connector: connector.id, package: packageName, error }, 'a connector failed outside a call');
  });
}

/** Finds whose code threw: the plugin of any stack frame, else the gateway if a frame is outside Node.js, else unknown. */
export function culpritOf(thrown: unknown, plugins: readonly Plugin[]): Culprit {
  const stack = thrown instanceof Error ? (thrown.stack ?? '') : '';
  const files = [
    ...stack.matchAll(/(?:\(|at |at async )(file:\/\/\/[^\s)]+|\/[^\s)]+|[A-Za-z]:\\[^\s)]+):\d+:\d+/g),
  ].map(([, place = '']) => (place.startsWith('file:') ? fileURLToPath(place) : place));
  const culprit = plugins.find(({ folder }) => files.some((file) => isBelow(file, folder)));
  if (culprit !== undefined) return culprit;
  return files.length > 0 ? 'gateway' : 'nobody';
}

function isBelow(file: string, folder: string): boolean {
  return folder !== '' && file.startsWith(folder) && /^[/\\]/.test(file.slice(folder.length));
}

/** Logs that plugins were stopped, under their names. */
export function logPluginEvents(
  logger: Logger | undefined,
): (connector: string | undefined, packageName: string, event: WorkerEvent) => void {
  return (connector, packageName, { reason, restartsIn }) => {
    logger?.error(
      { connector, package: packageName, reason, restarts_in_ms: restartsIn },
      'the interpreter of a connector was stopped',
    );
  };
}
