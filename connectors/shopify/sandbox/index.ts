import { type ConnectorSandbox, defineSandbox } from '@connectory/sandbox';
import { shopify } from '../src/index.ts';
import { simulatedContent } from './content.ts';
import { simulatedCustomers } from './customers.ts';
import { simulatedDiscounts } from './discounts.ts';
import { simulateEvent } from './events.ts';
import { simulatedFinance } from './finance.ts';
import { simulatedMetafields } from './metafields.ts';
import { simulatedOrders } from './orders.ts';
import { simulatedProducts } from './products.ts';
import { simulatedShop } from './shop.ts';

/** The simulated vendor: its sample records, and what it does beyond the declaration. */
export const sandbox: ConnectorSandbox = defineSandbox(shopify, {
  seed: 'storefront-2',
  entities: [
    ...simulatedOrders,
    ...simulatedContent,
    ...simulatedFinance,
    ...simulatedProducts,
    ...simulatedShop,
    ...simulatedCustomers,
    ...simulatedDiscounts,
    ...simulatedMetafields,
  ],
  events: simulateEvent,
});
