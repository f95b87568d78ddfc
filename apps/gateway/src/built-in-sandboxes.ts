import type { ConnectorSandbox } from '@connectory/sandbox';
import { builtInPackages } from './built-in-connectors.ts';
import { exportedSandbox } from './plugins/exported-sandbox.ts';

const loaded = await Promise.all(builtInPackages.map((name) => exportedSandbox(name, import.meta.url)));

/** The simulated vendors of the built-in connectors, for the demo and for tests; a gateway that serves never loads them. */
export const builtInSandboxes: readonly ConnectorSandbox[] = loaded.filter((sandbox) => sandbox !== undefined);
