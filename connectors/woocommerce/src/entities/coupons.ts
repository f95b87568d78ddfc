import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { woocommerce } from '../adapter.ts';
import {
  amount,
  byId,
  changes,
  datedWithin,
  flag,
  ids,
  inOrder,
  isoTime,
  MetaData,
  paged,
  search,
  sortedBy,
  text,
  texts,
  timestamps,
  whole,
  withTimes,
} from '../shared.ts';

const Coupon = z.object({
  id: z.int(),
  code: text,
  amount,
  status: text,
  ...timestamps,
  discount_type: text,
  description: text,
  date_expires: isoTime,
  date_expires_gmt: isoTime,
  usage_count: whole,
  individual_use: flag,
  product_ids: ids,
  excluded_product_ids: ids,
  usage_limit: whole,
  usage_limit_per_user: whole,
  limit_usage_to_x_items: whole,
  free_shipping: flag,
  product_categories: ids,
  excluded_product_categories: ids,
  exclude_sale_items: flag,
  minimum_amount: amount,
  maximum_amount: amount,
  email_restrictions: texts,
  used_by: texts,
  meta_data: MetaData,
});

/** https://woocommerce.github.io/woocommerce-rest-api-docs/#coupons */
export const coupons = defineEntity({
  name: 'coupons',
  summary: 'Codes that reduce the price of an order',
  keywords: ['voucher', 'gift voucher', 'discount', 'promo', 'promotion codes'],
  record: Coupon,
  key: 'id',
  actions: {
    list: woocommerce('GET /coupons', {
      summary: 'List coupons, newest first',
      params: z.object({
        ...paged,
        search,
        ...datedWithin,
        code: z.string().optional().describe('Only the coupon with this code'),
        ...sortedBy(['date', 'id', 'include', 'title', 'slug', 'modified'], 'date', 'desc'),
      }),
      wire: withTimes,
    }),
    get: woocommerce('GET /coupons/{id}', { summary: 'Get one coupon', params: byId('Coupon') }),
  },
  search: { fields: allFields(Coupon, { except: ['status'] }) },
  sync: { via: 'list', params: inOrder, cursor: changes },
});
