import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { woocommerce } from '../adapter.ts';
import { text } from '../shared.ts';

const Method = z.object({ id: z.string(), title: text, description: text });

/** https://woocommerce.github.io/woocommerce-rest-api-docs/#shipping-methods */
export const shippingMethods = defineEntity({
  name: 'shipping_methods',
  summary: 'Shipping methods of the shop',
  keywords: ['carriers', 'ways we ship', 'free shipping', 'delivery methods', 'shipping options', 'flat rate'],
  record: Method,
  key: 'id',
  actions: {
    list: woocommerce('GET /shipping_methods', { summary: 'List all shipping methods', paging: null }),
    get: woocommerce('GET /shipping_methods/{id}', {
      summary: 'Get one shipping method',
      params: z.object({ id: z.string().describe('Id of the shipping method, such as flat_rate') }),
    }),
  },
  search: { title: 'title', fields: allFields(Method) },
  sync: { via: 'list' },
});
