import { allFields, defineEntity, from, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { mailchimp } from '../adapter.ts';
import { inAudience, listParams, sort_dir, timeParam } from '../shared.ts';

const List = z.object({
  id: z.string(),
  web_id: z.int().nullish(),
  name: z.string().nullish(),
  contact: z
    .object({
      company: z.string().nullish(),
      address1: z.string().nullish(),
      address2: z.string().nullish(),
      city: z.string().nullish(),
      state: z.string().nullish(),
      zip: z.string().nullish(),
      country: z.string().nullish(),
      phone: z.string().nullish(),
    })
    .nullish(),
  permission_reminder: z.string().nullish(),
  use_archive_bar: z.boolean().nullish(),
  campaign_defaults: z
    .object({
      from_name: z.string().nullish(),
      from_email: z.string().nullish(),
      subject: z.string().nullish(),
      language: z.string().nullish(),
    })
    .nullish(),
  notify_on_subscribe: z.string().nullish(),
  notify_on_unsubscribe: z.string().nullish(),
  date_created: time().nullish(),
  list_rating: z.int().nullish(),
  email_type_option: z.boolean().nullish(),
  subscribe_url_short: z.string().nullish(),
  subscribe_url_long: z.string().nullish(),
  beamer_address: z.string().nullish(),
  visibility: z.enum(['pub', 'prv']).nullish(),
  double_optin: z.boolean().nullish(),
  has_welcome: z.boolean().nullish(),
  marketing_permissions: z.boolean().nullish(),
  stats: z
    .object({
      member_count: z.int().nullish(),
      total_contacts: z.int().nullish(),
      unsubscribe_count: z.int().nullish(),
      cleaned_count: z.int().nullish(),
      member_count_since_send: z.int().nullish(),
      unsubscribe_count_since_send: z.int().nullish(),
      cleaned_count_since_send: z.int().nullish(),
      campaign_count: z.int().nullish(),
      campaign_last_sent: z.string().nullish(),
      merge_field_count: z.int().nullish(),
      avg_sub_rate: z.number().nullish(),
      avg_unsub_rate: z.number().nullish(),
      target_sub_rate: z.number().nullish(),
      open_rate: z.number().nullish(),
      click_rate: z.number().nullish(),
      last_sub_date: time().nullish(),
      last_unsub_date: time().nullish(),
    })
    .nullish(),
});

/** https://mailchimp.com/developer/marketing/api/lists/ */
export const lists = defineEntity({
  name: 'lists',
  summary: 'Audiences: the lists of contacts that campaigns are sent to',
  keywords: ['subscriber', 'how many subscribers', 'how many people get our newsletter', 'mailing list'],
  record: List,
  key: 'id',
  actions: {
    list: mailchimp('GET /lists', {
      summary: 'List audiences',
      params: listParams.extend({
        before_date_created: timeParam('audiences created before'),
        since_date_created: timeParam('audiences created after'),
        before_campaign_last_sent: timeParam('audiences whose last campaign was sent before'),
        since_campaign_last_sent: timeParam('audiences whose last campaign was sent after'),
        email: z.string().optional().describe('Only audiences that contain a contact with this email address'),
        sort_field: z.enum(['date_created']).optional().describe('Field to sort by'),
        sort_dir,
      }),
      recordsAt: 'lists',
    }),
    get: mailchimp('GET /lists/{list_id}', { summary: 'Get one audience', params: inAudience }),
  },
  search: {
    title: 'name',
    fields: allFields(List),
    derived: { modules: from(z.array(z.string()), ({ modules }) => modules) },
  },
  sync: { via: 'list', params: { count: 1000 } },
});
