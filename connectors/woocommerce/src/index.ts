import { type Connector, defineConnector, setting } from '@connectory/connector-sdk';
import packageJson from '../package.json' with { type: 'json' };
import { upstream } from './adapter.ts';
import { coupons } from './entities/coupons.ts';
import { customers } from './entities/customers.ts';
import { orderNotes } from './entities/order-notes.ts';
import { orders } from './entities/orders.ts';
import { paymentGateways } from './entities/payment-gateways.ts';
import { productAttributes } from './entities/product-attributes.ts';
import { productCategories } from './entities/product-categories.ts';
import { productReviews } from './entities/product-reviews.ts';
import { productTags } from './entities/product-tags.ts';
import { productVariations } from './entities/product-variations.ts';
import { products } from './entities/products.ts';
import { refunds } from './entities/refunds.ts';
import { shippingMethods } from './entities/shipping-methods.ts';
import { shippingZones } from './entities/shipping-zones.ts';
import { taxClasses } from './entities/tax-classes.ts';
import { taxRates } from './entities/tax-rates.ts';
import { events } from './events.ts';
import { logo } from './logo.ts';
import { meanings } from './meanings.ts';
import { personal } from './personal.ts';

/** Storefront platform 1 (WooCommerce). */
export const woocommerce: Connector = defineConnector({
  id: 'woocommerce',
  kind: 'storefront platform 1',
  contractId: 'B9',
  vendor: 'WooCommerce',
  logo,
  version: packageJson.version,
  upstream,
  entities: [
    customers,
    orders,
    products,
    coupons,
    productCategories,
    productTags,
    productReviews,
    productAttributes,
    productVariations,
    orderNotes,
    refunds,
    paymentGateways,
    shippingMethods,
    shippingZones,
    taxRates,
    taxClasses,
  ],
  meanings,
  personal,
  check: { entity: 'customers', action: 'list', params: { per_page: 1 }, account: setting('shop') },
  events,
});
