import { type ConnectorSandbox, defineSandbox } from '@connectory/sandbox';
import { woocommerce } from '../src/index.ts';
import { simulateEvent } from './events.ts';
import { simulatedOrders } from './orders.ts';
import { simulatedProducts } from './products.ts';
import { simulatedSettings } from './settings.ts';

/** The simulated vendor: its sample records, and what it does beyond the declaration. */
export const sandbox: ConnectorSandbox = defineSandbox(woocommerce, {
  seed: 'storefront-1',
  entities: [...simulatedOrders, ...simulatedSettings, ...simulatedProducts],
  events: simulateEvent,
});
