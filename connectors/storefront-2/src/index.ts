import { type Connector, defineConnector } from '@connectory/connector-sdk';
import packageJson from '../package.json' with { type: 'json' };
import { upstream } from './adapter.ts';
import { customerAddress } from './entities/customer-address.ts';
import { customers } from './entities/customers.ts';
import { inventoryItems } from './entities/inventory-items.ts';
import { inventoryLevels } from './entities/inventory-levels.ts';
import { locations } from './entities/locations.ts';
import { productImages } from './entities/product-images.ts';
import { productVariants } from './entities/product-variants.ts';
import { products } from './entities/products.ts';

/** Storefront platform 2 (Shopify): contract B10. */
export const storefront2: Connector = defineConnector({
  id: 'storefront-2',
  kind: 'storefront platform 2',
  vendor: 'Shopify',
  version: packageJson.version,
  upstream,
  entities: [
    customers,
    customerAddress,
    products,
    productVariants,
    productImages,
    locations,
    inventoryLevels,
    inventoryItems,
  ],
  check: { entity: 'customers', action: 'list', params: { limit: 1 } },
});
