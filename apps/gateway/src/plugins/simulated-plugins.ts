import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { ContainedPlugin } from './contained/load-contained-plugin.ts';
import type { SimulatedDraft } from './simulated-drafts.ts';

/** The simulated upstreams of contained plugins, in a process next to the demo's. */
export interface SimulatedPlugins {
  /** `http://127.0.0.1:<port>`; undefined without plugins. */
  readonly origin: string | undefined;
  readonly drafts: Readonly<Record<string, SimulatedDraft>>;
  stop(): void;
}

/** The message the process sends when it listens. */
export interface SimulatedPluginsMessage {
  readonly origin: string;
  readonly drafts: Readonly<Record<string, SimulatedDraft>>;
}

/**
 * Starts the simulated upstreams of plugins. Their simulation is code, which is kept out of the gateway's process here as well. Throws an
 * `Error` if one cannot be simulated.
 */
export async function startSimulatedPlugins(plugins: readonly ContainedPlugin[]): Promise<SimulatedPlugins> {
  if (plugins.length === 0) return { origin: undefined, drafts: {}, stop: () => undefined };
  const module = new URL(import.meta.resolve('@connectory/gateway/simulated-plugins-process'));
  const packages = plugins.flatMap(({ url, packageName }) => [url, packageName]);
  const child = fork(module, packages, { env: {}, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ended = once(child, 'exit').then(() => {
    throw new Error('The simulated vendors of CONNECTORY_CONNECTORS ended during startup.');
  });
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [SimulatedPluginsMessage];
  ended.catch(() => undefined);
  child.unref();
  child.channel?.unref();
  return { ...message, stop: () => child.kill() };
}
