import { simulate } from '@connectory/sandbox';
import { lineItems } from '../src/entities/line-items.ts';
import { products } from '../src/entities/products.ts';
import { dealId, dealOfLineItem, lineItemId, productId } from '../src/sample-account.ts';
import { associationsOf, foundBy, sampleObject, simulatedList } from './account.ts';
import { ownProperties } from './own-properties.ts';
import { simulatedSearch } from './search.ts';
import { simulatedWrites } from './writes.ts';

const library = [
  ['Seat', '12', '3'],
  ['Onboarding', '1500', '600'],
  ['Support plan', '240', '90'],
  ['Training day', '950', '400'],
  ['Storage, 100 GB', '8.50', '2.10'],
] as const;

const productAt = (index: number) => {
  const [name, price, cost] = library[index % library.length] ?? library[0];
  const round = Math.floor(index / library.length);
  return { name: round === 0 ? name : `${name}, edition ${round + 1}`, price, cost, hs_sku: `HS-${1000 + index}` };
};

export const simulatedGoods = [
  simulate(products, {
    sample: (source) => {
      const id = productId(source.index);
      const created = source.time(source.integer(300, 900));
      const changed = source.time(source.integer(0, 90));
      const { cost, name, ...product } = productAt(source.index);
      return {
        ...sampleObject('0-7', id, created, changed),
        properties: {
          ...product,
          name,
          createdate: created,
          description: `${name} by the unit`,
          hs_cost_of_goods_sold: cost,
          hs_lastmodifieddate: changed,
          hs_object_id: id,
          ...ownProperties(source),
        },
        associations: undefined,
      };
    },
    actions: {
      list: simulatedList,
      get: foundBy('productId'),
      ...simulatedWrites('products', products.record, 'productId'),
      api_search: simulatedSearch,
    },
  }),
  simulate(lineItems, {
    sample: (source) => {
      const { index } = source;
      const id = lineItemId(index);
      const created = source.time(source.integer(20, 60));
      const changed = source.time(source.integer(0, 10));
      const quantity = source.integer(1, 40);
      const { price, name, hs_sku } = productAt(index % library.length);
      return {
        ...sampleObject('0-8', id, created, changed),
        properties: {
          amount: String(quantity * Number(price)),
          createdate: created,
          hs_lastmodifieddate: changed,
          hs_object_id: id,
          hs_product_id: productId(index % library.length),
          hs_sku,
          name,
          price,
          quantity: String(quantity),
          ...ownProperties(source),
        },
        associations: associationsOf({ deals: [[dealId(dealOfLineItem(index))], 'line_item_to_deal'] }),
      };
    },
    actions: {
      list: simulatedList,
      get: foundBy('lineItemId'),
      ...simulatedWrites('line_items', lineItems.record, 'lineItemId'),
      api_search: simulatedSearch,
    },
  }),
];
