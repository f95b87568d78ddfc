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

/** https://amplitude.com/docs/apis/analytics/dashboard-rest#events-list */
export const eventsList = defineEntity({
  name: 'events_list',
  summary: 'Types of events, with how often they occurred this week',
  keywords: ['track', 'action', 'user action', 'do most', 'sign up', 'click'],
  record: EventType,
  key: 'id',
  actions: {
    list: amplitude('GET /2/events/list', {
      summary: "List all event types with this week's totals",
    }),
  },
  search: {
    title: ['display', 'name'],
    fields: allFields(EventType, { except: ['waitroom_approved'] }),
    derived: {
      // Amplitude sends it undocumented: true and false, or 1 and 0.
      timeline_hidden: from(z.boolean(), ({ timeline_hidden: hidden }: RawValue) => hidden && Boolean(hidden)),
    },
  },
  sync: { via: 'list' },
});
