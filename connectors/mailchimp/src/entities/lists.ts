import { allFields, defineEntity, from } from '@connectory/connector-sdk';
import { z } from 'zod';
import { mailchimp } from '../adapter.ts';
import { at, audienceAt } from '../sample-account.ts';
import { inAudience, listParams, sort_dir, time } from '../shared.ts';
import { asked } from '../simulation.ts';

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
  date_created: z.string().nullish(),
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
      last_sub_date: z.string().nullish(),
      last_unsub_date: z.string().nullish(),
    })
    .nullish(),
});

const street = { address1: 'Storgata 14', address2: '', state: '' };

/** https://mailchimp.com/developer/marketing/api/lists/ */
export const lists = defineEntity({
  name: 'lists',
  summary: 'Audiences: the lists of contacts that campaigns are sent to',
  record: List,
  key: 'id',
  actions: {
    list: mailchimp('GET /lists', {
      summary: 'List audiences',
      params: listParams.extend({
        before_date_created: time('audiences created before'),
        since_date_created: time('audiences created after'),
        before_campaign_last_sent: time('audiences whose last campaign was sent before'),
        since_campaign_last_sent: time('audiences whose last campaign was sent after'),
        email: z.string().optional().describe('Only audiences that contain a contact with this email address'),
        sort_field: z.enum(['date_created']).optional().describe('Field to sort by'),
        sort_dir,
      }),
      recordsAt: 'lists',
      simulate: { matches: asked({ campaign_last_sent: 'stats.campaign_last_sent' }) },
    }),
    get: mailchimp('GET /lists/{list_id}', { summary: 'Get one audience', params: inAudience }),
  },
  search: {
    fields: allFields(List),
    derived: { modules: from(z.array(z.string()), ({ modules }) => modules) },
  },
  sync: { via: 'list', params: { count: 1000 } },
  sample: ({ index }) => {
    const { position, id, name, language, subject, contacts } = audienceAt(index);
    return {
      id,
      web_id: 204_117 + position * 4,
      name,
      contact: { company: 'Fell & Fjord AS', ...street, city: 'Oslo', zip: '0155', country: 'NO', phone: '22004110' },
      permission_reminder: 'You signed up in our shop or on our website.',
      use_archive_bar: true,
      campaign_defaults: { from_name: 'Fell & Fjord', from_email: 'hello@fellandfjord.example', subject, language },
      notify_on_subscribe: '',
      notify_on_unsubscribe: position === 4 ? 'sales@fellandfjord.example' : '',
      date_created: at(1_400 - position * 190, 5),
      list_rating: 5 - (position % 3),
      email_type_option: false,
      subscribe_url_short: `http://eepurl.com/${id.slice(2, 8)}`,
      subscribe_url_long: `https://fellandfjord.us21.list-manage.com/subscribe?u=5f0c1e77a2&id=${id}`,
      beamer_address: `us21-5f0c1e77a2-${id}@inbound.mailchimp.com`,
      visibility: 'pub',
      double_optin: position !== 4,
      has_welcome: position < 2,
      marketing_permissions: position === 3,
      modules: [],
      stats: {
        member_count: contacts,
        total_contacts: undefined,
        unsubscribe_count: Math.round(contacts * 0.06),
        cleaned_count: Math.round(contacts * 0.02),
        member_count_since_send: 14 + position,
        unsubscribe_count_since_send: 3,
        cleaned_count_since_send: 1,
        campaign_count: 61 - position * 7,
        campaign_last_sent: at(5 + position * 3, -9),
        merge_field_count: 4,
        avg_sub_rate: 48,
        avg_unsub_rate: 9,
        target_sub_rate: 10,
        open_rate: 34.6 + position,
        click_rate: 4.8,
        last_sub_date: at(position, 3),
        last_unsub_date: at(position + 1, 7),
      },
    };
  },
});
