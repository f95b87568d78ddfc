import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { woocommerce } from '../adapter.ts';
import { byId, text, whole } from '../shared.ts';

const Zone = z.object({ id: z.int(), name: text, order: whole });

/** https://woocommerce.github.io/woocommerce-rest-api-docs/#shipping-zones */
export const shippingZones = defineEntity({
  name: 'shipping_zones',
  summary: 'Regions with their own shipping; zone 0 is everywhere else',
  keywords: ['deliver', 'areas we deliver to', 'delivery regions', 'countries we ship to'],
  record: Zone,
  key: 'id',
  actions: {
    list: woocommerce('GET /shipping/zones', { summary: 'List all shipping zones', paging: null }),
    get: woocommerce('GET /shipping/zones/{id}', { summary: 'Get one shipping zone', params: byId('Zone') }),
  },
  search: { title: 'name', fields: allFields(Zone) },
  sync: { via: 'list' },
});
