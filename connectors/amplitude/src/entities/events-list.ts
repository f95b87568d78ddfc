import { allFields, defineEntity, from, type RawValue } from '@connectory/connector-sdk';
import { z } from 'zod';
import { amplitude } from '../adapter.ts';

const flag = z.boolean().nullish();

const EventType = z.object({
  id: z.number(),
  name: z.string().nullish(),
  value: z.string().nullish(),
  display: z.string().nullish(),
  totals: z.number().nullish(),
  totals_delta: z.number().nullish(),
  autohidden: flag,
  clusters_hidden: flag,
  deleted: flag,
  flow_hidden: flag,
  hidden: flag,
  in_waitroom: flag,
  non_active: flag,
  waitroom_approved: flag,
});

const sampleNames = [
  'Sign Up',
  'Log In',
  'View Product',
  'Search Products',
  'Add to Cart',
  'Remove from Cart',
  'Begin Checkout',
  'Choose Delivery',
  'Complete Order',
  'Apply Voucher',
  'Write Review',
  'Share Product',
  'Open Newsletter',
  'Change Address',
  'Request Return',
  'Track Parcel',
  'Contact Support',
  'Download Invoice',
  'Switch Language',
  'Delete Account',
  'Rate Delivery',
  'Save Wish List',
  'View Category',
  'Start Trial',
  'Cancel Order',
] as const;

/** https://amplitude.com/docs/apis/analytics/dashboard-rest#events-list */
export const eventsList = defineEntity({
  name: 'events_list',
  summary: 'Types of events, with how often they occurred this week',
  record: EventType,
  key: 'id',
  actions: {
    list: amplitude('GET /2/events/list', {
      summary: "List all event types with this week's totals",
    }),
  },
  search: {
    fields: allFields(EventType, { except: ['waitroom_approved'] }),
    derived: {
      // Amplitude sends it undocumented: true and false, or 1 and 0.
      timeline_hidden: from(z.boolean(), ({ timeline_hidden: hidden }: RawValue) => hidden && Boolean(hidden)),
    },
  },
  sync: { via: 'list' },
  sample: ({ index, integer }) => {
    const name = `${sampleNames[index % sampleNames.length]}${index < sampleNames.length ? '' : ` ${index}`}`;
    const isGone = index % 12 === 11;
    return {
      id: 500_281_900 + index,
      name,
      value: name,
      display: name,
      totals: isGone ? 0 : integer(120, 48_000),
      totals_delta: isGone ? 0 : integer(-900, 2400),
      autohidden: false,
      clusters_hidden: false,
      deleted: isGone,
      flow_hidden: false,
      hidden: false,
      in_waitroom: false,
      non_active: isGone,
      waitroom_approved: false,
      timeline_hidden: false,
    };
  },
});
