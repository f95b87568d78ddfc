import { time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { object } from '../shared.ts';

/** A contact as lists of an audience and of a segment both show it. */
export const Member = z.object({
  id: z.string(),
  email_address: z.string().nullish(),
  unique_email_id: z.string().nullish(),
  email_type: z.string().nullish(),
  status: z.enum(['subscribed', 'unsubscribed', 'cleaned', 'pending', 'transactional', 'archived']).nullish(),
  merge_fields: object.nullish(),
  interests: z.record(z.string(), z.boolean()).nullish(),
  stats: z.object({ avg_open_rate: z.number().nullish(), avg_click_rate: z.number().nullish() }).nullish(),
  ip_signup: z.string().nullish(),
  timestamp_signup: time().nullish(),
  ip_opt: z.string().nullish(),
  timestamp_opt: time().nullish(),
  member_rating: z.int().nullish(),
  last_changed: time().nullish(),
  language: z.string().nullish(),
  vip: z.boolean().nullish(),
  email_client: z.string().nullish(),
  location: z
    .object({
      latitude: z.number().nullish(),
      longitude: z.number().nullish(),
      gmtoff: z.int().nullish(),
      dstoff: z.int().nullish(),
      country_code: z.string().nullish(),
      timezone: z.string().nullish(),
      region: z.string().nullish(),
    })
    .nullish(),
  list_id: z.string().nullish(),
});
