import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import { startSandbox } from '@connectory/sandbox';
import { sandboxVendors } from './sandbox-vendors.ts';

/**
 * The simulated vendors of all built-in connectors in a separate process. Argument: the number of records of each entity. Prints its port
 * and a JSON array of `SimulatedVendor` in base64.
 */
const running = await startSandbox({ connectors: builtInConnectors, recordsPerEntity: Number(process.argv[2]) });
const vendors = JSON.stringify(sandboxVendors(running, builtInConnectors));
process.stdout.write(`${new URL(running.origin).port} ${Buffer.from(vendors).toString('base64')}\n`);
