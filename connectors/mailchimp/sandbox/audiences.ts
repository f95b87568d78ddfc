import { simulate } from '@connectory/sandbox';
import { interestCategories } from '../src/entities/interest-categories.ts';
import { interests } from '../src/entities/interests.ts';
import { lists } from '../src/entities/lists.ts';
import { segments } from '../src/entities/segments.ts';
import { tags } from '../src/entities/tags.ts';
import { audienceAt, segmentAt } from '../src/sample-account.ts';
import { asked, at, audienceOfTag, categoryAt, interestAt, tagAt } from './account.ts';
import { mergeFieldCount } from './merge-fields.ts';

const street = { address1: 'Storgata 14', address2: '', state: '' };

export const simulatedAudiences = [
  simulate(lists, {
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
          merge_field_count: mergeFieldCount(position),
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
    actions: {
      list: { matches: asked({ campaign_last_sent: 'stats.campaign_last_sent' }) },
    },
  }),
  simulate(segments, {
    sample: ({ index }) => {
      const { id, name, condition, list_id } = segmentAt(index);
      const age = 360 - (id % 13) * 25;
      return {
        id,
        name,
        member_count: 40 + (id % 190),
        type: condition === undefined ? 'static' : 'saved',
        created_at: at(age, 3),
        updated_at: at(age / 6, 3),
        options: condition === undefined ? undefined : { match: 'all', conditions: [condition] },
        list_id,
      };
    },
    actions: {
      list: { matches: asked() },
    },
  }),
  simulate(tags, {
    sample: ({ index }) => {
      const { id, name } = tagAt(index);
      return { id, name };
    },
    actions: {
      list: {
        fields: { list_id: null },
        matches: (tag, { list_id, name = '' }) => audienceOfTag(tag.id) === list_id && tag.name.startsWith(name),
      },
    },
  }),
  simulate(interests, {
    sample: ({ index }) => ({ ...interestAt(index), subscriber_count: String(40 + ((index * 37) % 300)) }),
    actions: {
      list: { fields: { interest_category_id: 'category_id' } },
      get: { fields: { interest_category_id: 'category_id' } },
    },
  }),
  simulate(interestCategories, {
    sample: ({ index }) => categoryAt(index),
  }),
];
