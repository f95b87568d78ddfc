import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { woocommerce } from '../adapter.ts';
import { coupons as kinds } from '../sample-orders.ts';
import { days, madeAndChanged, personAt, price, productId, stamps } from '../sample-shop.ts';
import {
  amount,
  byId,
  changes,
  datedWithin,
  flag,
  ids,
  inOrder,
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
import { isListed } from '../simulated-lists.ts';

const Coupon = z.object({
  id: z.int(),
  code: text,
  amount,
  status: text,
  ...timestamps,
  discount_type: text,
  description: text,
  date_expires: text,
  date_expires_gmt: text,
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
      simulate: { matches: isListed },
    }),
    get: woocommerce('GET /coupons/{id}', { summary: 'Get one coupon', params: byId('Coupon') }),
  },
  search: { fields: allFields(Coupon, { except: ['status'] }) },
  sync: { via: 'list', params: inOrder, cursor: changes },
  sample: ({ index }) => {
    const kind = kinds[index];
    const { first_name, last_name, email } = personAt(index);
    const [code, worth, discount_type, description] = kind ?? [
      `sorry-${first_name}-${index}`.toLowerCase(),
      (1 + (index % 4)) * 500,
      'fixed_cart',
      `Apology to ${first_name} ${last_name} for a late parcel`,
    ];
    const isPersonal = kind === undefined;
    const isUsed = isPersonal ? index % 2 === 0 : true;
    return {
      id: 3_402 + index * 3,
      code,
      amount: price(worth),
      status: 'publish',
      ...madeAndChanged(days(260 - (index % 52) * 5), days(3 + (index % 40) * 5)),
      discount_type,
      description,
      ...stamps('date_expires', isPersonal ? -days(60 + (index % 30)) : null),
      usage_count: isPersonal ? Number(isUsed) : 40 + index * 17,
      individual_use: discount_type === 'percent',
      product_ids: code === 'sockdrawer' ? [productId(14)] : [],
      excluded_product_ids: [productId(24)],
      usage_limit: isPersonal ? 1 : null,
      usage_limit_per_user: discount_type === 'percent' ? 1 : null,
      limit_usage_to_x_items: null,
      free_shipping: false,
      product_categories: [],
      excluded_product_categories: [],
      exclude_sale_items: discount_type === 'percent',
      minimum_amount: code === 'winter15' ? '60.00' : '0.00',
      maximum_amount: '0.00',
      email_restrictions: isPersonal ? [email] : [],
      used_by: isPersonal && isUsed ? [email] : [],
      meta_data: [],
    };
  },
});
