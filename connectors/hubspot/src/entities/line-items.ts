import { decimal, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { hubspot } from '../adapter.ts';
import { copyOf, crmObject } from '../records/crm-object.ts';
import { lineItemId } from '../sample-account.ts';
import { searchOf } from '../searching.ts';
import { getParams, idLike, listParams } from '../shared.ts';
import { changeOf, creationOf, nothing } from '../writing.ts';

const LineItem = crmObject(
  [
    'amount',
    'createdate',
    'hs_lastmodifieddate',
    'hs_object_id',
    'hs_product_id',
    'hs_sku',
    'name',
    'price',
    'quantity',
  ],
  { amount: decimal().nullish(), price: decimal().nullish(), quantity: decimal().nullish() },
);

const writable = {
  properties: {
    name: 'Name of the line item',
    hs_product_id: 'Id of the product that it is of, from which HubSpot takes omitted properties',
    quantity: 'Number of units',
    price: 'Price of one unit in the currency of the deal',
    discount: 'Discount for one unit in the currency of the deal',
    hs_discount_percentage: 'Discount in percent',
    hs_sku: 'Stock keeping unit',
    recurringbillingfrequency: 'How often it is billed, such as `monthly` or `annually`; empty if once',
    description: 'Description',
  },
  example: { name: 'Seat', quantity: 40, price: 12 },
};

/** https://developers.hubspot.com/docs/api-reference/crm-line-items-v3/guide */
export const lineItems = defineEntity({
  name: 'line_items',
  beyondContract: true,
  summary: 'What is sold in a deal: products with quantity and price',
  keywords: ['deal items', 'sold products', 'quantity in a deal', 'quoted items'],
  record: LineItem,
  key: 'id',
  actions: {
    list: hubspot('GET /crm/v3/objects/line_items', { summary: 'List line items', params: listParams }),
    create: hubspot('POST /crm/v3/objects/line_items', {
      summary: 'Add a line item to a deal, which its association names',
      ...creationOf('line_items', writable),
    }),
    get: hubspot('GET /crm/v3/objects/line_items/{lineItemId}', {
      summary: 'Get one line item',
      params: getParams.extend({ lineItemId: idLike(lineItemId(0)) }),
    }),
    update: hubspot('PATCH /crm/v3/objects/line_items/{lineItemId}', {
      summary: 'Change properties of a line item; omitted ones stay unchanged',
      ...changeOf({ lineItemId: idLike(lineItemId(0)) }, writable),
    }),
    delete: hubspot('DELETE /crm/v3/objects/line_items/{lineItemId}', {
      summary: 'Move a line item to the recycling bin',
      params: z.object({ lineItemId: z.string().describe('Id of the line item') }),
      result: nothing,
    }),
    api_search: hubspot('POST /crm/v3/objects/line_items/search', {
      summary: 'Search line items',
      ...searchOf(LineItem),
    }),
  },
  ...copyOf('line_items', LineItem, 'deals'),
});
