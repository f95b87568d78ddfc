import type { Connector } from '@connectory/connector-sdk';
import { type ConnectorSandbox, startSandbox } from '@connectory/sandbox';
import { exportedConnector } from './contained/exported-connector.ts';
import { exportedSandbox } from './exported-sandbox.ts';
import { simulatedDrafts } from './simulated-drafts.ts';
import type { SimulatedPluginsMessage } from './simulated-plugins.ts';

/** The process that simulates the upstreams of plugins for the demo. Arguments: URL and name of each package. Ends with the demo. */
const packages = process.argv.slice(2);
// Failures outside requests are reported by the plugin's own process.
process.on('uncaughtException', () => undefined);
process.on('disconnect', () => process.exit());

const connectors: Connector[] = [];
const sandboxes: ConnectorSandbox[] = [];
for (let position = 0; position < packages.length; position += 2) {
  const [url = '', name = ''] = packages.slice(position);
  connectors.push(exportedConnector((await import(url)) as Readonly<Record<string, unknown>>, name));
  const own = await exportedSandbox(name, url);
  if (own !== undefined) sandboxes.push(own);
}
const sandbox = await startSandbox({ connectors, sandboxes });
const message: SimulatedPluginsMessage = { origin: sandbox.origin, drafts: simulatedDrafts(connectors, sandbox) };
process.send?.(message);
