import { type Connector, defineConnector } from '@connectory/connector-sdk';
import packageJson from '../package.json' with { type: 'json' };
import { upstream } from './adapter.ts';
import { abandonedCheckouts } from './entities/abandoned-checkouts.ts';
import { articles } from './entities/articles.ts';
import { balanceTransactions } from './entities/balance-transactions.ts';
import { blogs } from './entities/blogs.ts';
import { collects } from './entities/collects.ts';
import { countries } from './entities/countries.ts';
import { customCollections } from './entities/custom-collections.ts';
import { customerAddress } from './entities/customer-address.ts';
import { customers } from './entities/customers.ts';
import { discountCodes } from './entities/discount-codes.ts';
import { disputes } from './entities/disputes.ts';
import { draftOrderComplete } from './entities/draft-order-complete.ts';
import { draftOrderInvoices } from './entities/draft-order-invoices.ts';
import { draftOrders } from './entities/draft-orders.ts';
import { fulfillmentCancellations } from './entities/fulfillment-cancellations.ts';
import { fulfillmentOrders } from './entities/fulfillment-orders.ts';
import { fulfillments } from './entities/fulfillments.ts';
import { inventoryAdjust } from './entities/inventory-adjust.ts';
import { inventoryItems } from './entities/inventory-items.ts';
import { inventoryLevels } from './entities/inventory-levels.ts';
import { inventorySet } from './entities/inventory-set.ts';
import { locations } from './entities/locations.ts';
import { metafieldArticles } from './entities/metafield-articles.ts';
import { metafieldBlogs } from './entities/metafield-blogs.ts';
import { metafieldCustomers } from './entities/metafield-customers.ts';
import { metafieldDraftOrders } from './entities/metafield-draft-orders.ts';
import { metafieldLocations } from './entities/metafield-locations.ts';
import { metafieldOrders } from './entities/metafield-orders.ts';
import { metafieldPages } from './entities/metafield-pages.ts';
import { metafieldProductImages } from './entities/metafield-product-images.ts';
import { metafieldProductVariants } from './entities/metafield-product-variants.ts';
import { metafieldProducts } from './entities/metafield-products.ts';
import { metafieldShops } from './entities/metafield-shops.ts';
import { metafieldSmartCollections } from './entities/metafield-smart-collections.ts';
import { orderCancellations } from './entities/order-cancellations.ts';
import { orderClosures } from './entities/order-closures.ts';
import { orderRefundCalculations } from './entities/order-refund-calculations.ts';
import { orderRefunds } from './entities/order-refunds.ts';
import { orderReopenings } from './entities/order-reopenings.ts';
import { orders } from './entities/orders.ts';
import { pages } from './entities/pages.ts';
import { priceRules } from './entities/price-rules.ts';
import { productImages } from './entities/product-images.ts';
import { productVariants } from './entities/product-variants.ts';
import { products } from './entities/products.ts';
import { shop } from './entities/shop.ts';
import { smartCollections } from './entities/smart-collections.ts';
import { tenderTransactions } from './entities/tender-transactions.ts';
import { transactions } from './entities/transactions.ts';
import { events } from './events.ts';
import { logo } from './logo.ts';
import { meanings } from './meanings.ts';
import { personal } from './personal.ts';

/** Storefront platform 2 (Shopify). */
export const shopify: Connector = defineConnector({
  id: 'shopify',
  kind: 'storefront platform 2',
  contractId: 'B10',
  vendor: 'Shopify',
  logo,
  version: packageJson.version,
  upstream,
  entities: [
    customers,
    orders,
    products,
    productVariants,
    productImages,
    abandonedCheckouts,
    locations,
    inventoryLevels,
    inventoryItems,
    shop,
    priceRules,
    discountCodes,
    customCollections,
    smartCollections,
    collects,
    draftOrders,
    fulfillments,
    orderRefunds,
    transactions,
    tenderTransactions,
    countries,
    metafieldShops,
    metafieldCustomers,
    metafieldProducts,
    metafieldOrders,
    metafieldDraftOrders,
    metafieldLocations,
    metafieldProductVariants,
    metafieldSmartCollections,
    metafieldProductImages,
    customerAddress,
    fulfillmentOrders,
    pages,
    blogs,
    articles,
    balanceTransactions,
    disputes,
    metafieldPages,
    metafieldBlogs,
    metafieldArticles,
    orderCancellations,
    orderClosures,
    orderReopenings,
    fulfillmentCancellations,
    orderRefundCalculations,
    draftOrderComplete,
    draftOrderInvoices,
    inventorySet,
    inventoryAdjust,
  ],
  // Every token may read it, regardless of its scopes.
  meanings,
  personal,
  check: { entity: 'shop', action: 'get', params: {}, account: { at: 'name' } },
  events,
});
