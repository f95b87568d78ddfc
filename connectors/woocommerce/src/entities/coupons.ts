import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { woocommerce } from '../adapter.ts';
import { ownMeta } from '../own-fields.ts';
import {
  amount,
  byId,
  changes,
  datedWithin,
  flag,
  force,
  ids,
  inOrder,
  isoTime,
  MetaData,
  metaParam,
  paged,
  search,
  settable,
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

const editable = z.object({
  code: settable.text('Code that customers enter; no two can be the same'),
  discount_type: z
    .enum(['percent', 'fixed_cart', 'fixed_product'])
    .optional()
    .describe('Whether a percentage, the cart or each item is reduced; fixed_cart by default'),
  amount: settable.amount('Percentage or amount taken off'),
  description: settable.text('What the coupon is for, for staff'),
  date_expires: settable.time('When it expires'),
  individual_use: settable.flag('Whether it cannot be combined with others'),
  product_ids: settable.ids('Ids of the products that are reduced'),
  excluded_product_ids: settable.ids('Ids of products that are not reduced'),
  product_categories: settable.ids('Ids of the categories that are reduced'),
  excluded_product_categories: settable.ids('Ids of categories that are not reduced'),
  exclude_sale_items: settable.flag('Whether items with a sale price are not reduced'),
  usage_limit: settable.whole('How often it can be used in all'),
  usage_limit_per_user: settable.whole('How often each customer can use it'),
  limit_usage_to_x_items: settable.whole('Max number of items that are reduced'),
  free_shipping: settable.flag('Whether it gives free shipping'),
  minimum_amount: settable.amount('Lowest order value for which it applies'),
  maximum_amount: settable.amount('Highest order value for which it applies'),
  email_restrictions: z.array(z.string()).optional().describe('Email addresses that may use it'),
  meta_data: metaParam,
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
    create: woocommerce('POST /coupons', {
      beyondContract: true,
      summary: 'Create a coupon, which customers can use at once',
      params: editable.extend({ code: z.string().describe('Code that customers enter; no two can be the same') }),
    }),
    update: woocommerce('PUT /coupons/{id}', {
      beyondContract: true,
      summary: 'Change a coupon; omitted fields stay unchanged',
      params: byId('Coupon').extend(editable.shape),
    }),
    delete: woocommerce('DELETE /coupons/{id}', {
      beyondContract: true,
      summary: 'Move a coupon to the trash, or delete it permanently',
      params: byId('Coupon').extend({ force }),
    }),
  },
  search: {
    title: 'code',
    link: 'https://{setting:shop}/wp-admin/post.php?post={id}&action=edit',
    fields: allFields(Coupon, { except: ['status'] }),
  },
  sync: { via: 'list', params: inOrder, cursor: changes },
  ownFields: ownMeta('coupons'),
});
