import { simulate } from '@connectory/sandbox';
import { discountCodes } from '../src/entities/discount-codes.ts';
import { PriceRule, priceRules } from '../src/entities/price-rules.ts';
import { idAt, series, timeAgo } from '../src/sample-shop.ts';
import { isInPeriod } from './filters.ts';
import { dollars, globalId, nothingOf, writtenId } from './shop.ts';

/** A discount of the sample shop: its code, percent or cents off, what it applies to, days it began and ends before the samples' day. */
type DiscountLine = readonly [
  code: string,
  value: { readonly percent: number } | { readonly cents: number },
  target: 'line_item' | 'shipping_line',
  began: number,
  ended: number | null,
];

/** The discounts of the sample shop. The first is the one orders were placed with. */
const discountLines: readonly DiscountLine[] = [
  ['AUTUMN10', { percent: 10 }, 'line_item', 45, null],
  ['WELCOME5', { cents: 500 }, 'line_item', 620, null],
  ['SHIPFREE', { percent: 100 }, 'shipping_line', 200, null],
  ['SUMMER15', { percent: 15 }, 'line_item', 150, 60],
  ['FRIENDS20', { percent: 20 }, 'line_item', 310, null],
  ['HOLIDAY25', { percent: 25 }, 'line_item', 330, 300],
];

/** The discount at a position, and again the first one after the last. */
const discountAt = (index: number) => discountLines[index % discountLines.length] as DiscountLine;

const nobodyInParticular = {
  entitled_product_ids: [],
  entitled_variant_ids: [],
  entitled_collection_ids: [],
  entitled_country_ids: [],
  prerequisite_product_ids: [],
  prerequisite_variant_ids: [],
  prerequisite_collection_ids: [],
  customer_segment_prerequisite_ids: [],
  prerequisite_customer_ids: [],
} as const;

export const simulatedDiscounts = [
  simulate(discountCodes, {
    sample: ({ index }) => {
      const position = index % discountLines.length;
      const [title, , , began] = discountAt(index);
      const round = Math.floor(index / discountLines.length);
      return {
        id: idAt(series.discountCode, index),
        price_rule_id: idAt(series.priceRule, position),
        code: round === 0 ? title : `${title}-P${round}`,
        usage_count: round === 0 ? 7 + position * 23 : round,
        created_at: timeAgo(began + 2),
        updated_at: timeAgo(began + 2),
      };
    },
    actions: { create: { values: ({ code }) => ({ code, usage_count: 0 }) } },
  }),
  simulate(priceRules, {
    sample: ({ index }) => {
      const position = index % discountLines.length;
      const [title, value, target_type, began, ended] = discountAt(index);
      const id = idAt(series.priceRule, position);
      const isShipping = target_type === 'shipping_line';
      return {
        ...nothingOf(PriceRule),
        ...nobodyInParticular,
        id,
        title,
        value_type: 'percent' in value ? 'percentage' : 'fixed_amount',
        value: 'percent' in value ? `-${value.percent.toFixed(1)}` : `-${dollars(value.cents)}`,
        customer_selection: 'all',
        target_type,
        target_selection: 'all',
        allocation_method: isShipping ? 'each' : 'across',
        once_per_customer: title === 'WELCOME5',
        usage_limit: title === 'FRIENDS20' ? 200 : null,
        prerequisite_subtotal_range: title === 'WELCOME5' ? { greater_than_or_equal_to: '40.0' } : null,
        prerequisite_to_entitlement_quantity_ratio: { prerequisite_quantity: null, entitled_quantity: null },
        prerequisite_to_entitlement_purchase: { prerequisite_amount: null },
        starts_at: timeAgo(began),
        ends_at: ended === null ? null : timeAgo(ended),
        created_at: timeAgo(began + 2),
        updated_at: timeAgo(ended ?? began + 1),
        admin_graphql_api_id: globalId('PriceRule', id),
      };
    },
    actions: {
      list: { matches: isInPeriod },
      create: {
        values: (rule) => {
          const id = writtenId(series.priceRule, rule);
          const { created_at, updated_at, ...unknown } = nothingOf(PriceRule);
          const admin_graphql_api_id = globalId('PriceRule', id);
          return { ...unknown, ...nobodyInParticular, once_per_customer: false, ...rule, id, admin_graphql_api_id };
        },
      },
    },
  }),
];
