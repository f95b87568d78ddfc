import { createHash } from 'node:crypto';
import type { RawValue } from '@connectory/connector-sdk';
import { customerAt, simulate } from '@connectory/sandbox';
import { listMembers } from '../src/entities/list-members.ts';
import { memberNotes } from '../src/entities/member-notes.ts';
import { memberTaggings } from '../src/entities/member-taggings.ts';
import { segmentMembers } from '../src/entities/segment-members.ts';
import { unsubscribes } from '../src/entities/unsubscribes.ts';
import { Member } from '../src/records/member.ts';
import { audienceAt } from '../src/sample-account.ts';
import { asked, at, interestsOf, segmentOf } from './account.ts';
import { sentCampaignAt } from './campaigns.ts';
import { mergeValuesOf } from './merge-fields.ts';

// The audiences of the contacts, by position.
const audiences = [0, 0, 3, 0, 2, 1, 0, 4, 5, 0, 0, 0, 3, 0, 2, 1, 0, 4, 5, 0, 0, 0, 3, 0, 2] as const;

const norway = { latitude: 59.91, longitude: 10.75, country_code: 'NO', timezone: 'Europe/Oslo', region: '03' };

const germany = { latitude: 53.55, longitude: 9.99, country_code: 'DE', timezone: 'Europe/Berlin', region: 'HH' };

/** The sample contact at a position. Every fifth one unsubscribed. */
export function contactAt(index: number) {
  const position = index % audiences.length;
  const { first, last, name, email, phone } = customerAt(position);
  const id = createHash('md5').update(email).digest('hex');
  const audience = audiences[position] ?? 0;
  const { id: list_id, language } = audienceAt(audience);
  const status = position % 5 === 4 ? 'unsubscribed' : position === 11 ? 'cleaned' : 'subscribed';
  const segment = segmentOf(list_id, id);
  const tags = segment?.condition === undefined ? [{ id: segment?.id, name: segment?.name }] : [];
  const orders = (position * 3) % 4;
  return {
    id,
    email_address: email,
    unique_email_id: id.slice(0, 10),
    contact_id: [...id].reverse().join(''),
    full_name: name,
    web_id: 611_204_118 + position * 4,
    email_type: 'html',
    status,
    unsubscribe_reason: status === 'unsubscribed' ? reasonAt(position) : undefined,
    consents_to_one_to_one_messaging: true,
    merge_fields: {
      FNAME: first,
      LNAME: last,
      PHONE: position % 2 === 0 ? phone : '',
      BIRTHDAY: position % 3 === 0 ? '04/17' : '',
      ...mergeValuesOf(audience, position),
    },
    interests: interestsOf(list_id, position),
    stats: {
      avg_open_rate: 0.2 + (position % 5) * 0.1,
      avg_click_rate: 0.02 + (position % 4) * 0.03,
      ecommerce_data:
        orders > 0 ? { total_revenue: orders * 349.5, number_of_orders: orders, currency_code: 'NOK' } : undefined,
    },
    ip_signup: `198.51.100.${10 + position}`,
    timestamp_signup: at(420 - position * 9, 5),
    ip_opt: `198.51.100.${10 + position}`,
    timestamp_opt: at(420 - position * 9, 4),
    member_rating: 2 + (position % 4),
    last_changed: at(60 - position * 2, 2),
    language,
    vip: position % 10 === 3,
    email_client: ['Apple Mail', 'Gmail', 'iPhone', 'Outlook', ''][position % 5],
    location: { ...(language === 'de' ? germany : norway), gmtoff: 1, dstoff: 2 },
    source: ['Hosted Signup Form', 'API - Generic', 'Admin Add', 'Import'][position % 4],
    tags_count: tags.length,
    tags,
    list_id,
  };
}

const contacts = audiences.map((_, position) => contactAt(position));

const subscribed = contacts.filter(({ status }) => status === 'subscribed');

const unsubscribed = contacts.filter(({ status }) => status === 'unsubscribed');

/** The sample contact at a position among those that are subscribed. */
const subscribedAt = (index: number) => subscribed[index % subscribed.length] ?? contactAt(0);

/** The sample contact at a position among those that unsubscribed. */
const unsubscribedAt = (index: number) => unsubscribed[index % unsubscribed.length] ?? contactAt(4);

function reasonAt(position: number) {
  return ['No longer interested', 'Too many emails', 'Never signed up', 'None given'][position % 4];
}

// A number that only the name decides.
const idOfTag = (name: string) =>
  900_000 + Number.parseInt(createHash('md5').update(name).digest('hex').slice(0, 4), 16);

export const simulatedContacts = [
  simulate(listMembers, {
    sample: ({ index }) => contactAt(index),
    actions: {
      list: {
        matches: (member, { vip_only, ...params }) => (!vip_only || member.vip) && asked()(member, params),
      },
      get: { fields: { subscriber_hash: 'id' } },
      create: {
        values: ({ list_id, email_address, tags = [], ...contact }) => ({
          ...contact,
          list_id,
          email_address,
          id: createHash('md5').update(email_address.toLowerCase()).digest('hex'),
          tags_count: tags.length,
          tags: tags.map((name) => ({ id: idOfTag(name), name })),
        }),
      },
      update: { fields: { subscriber_hash: 'id' }, values: ({ subscriber_hash: _, ...changes }) => changes },
      delete: { fields: { subscriber_hash: 'id' }, toRow: () => ({}) },
    },
  }),
  simulate(memberTaggings, {
    actions: {
      create: {
        fields: { subscriber_hash: 'id', tags: null },
        values: ({ tags }, { tags: present = [] }) => ({
          tags: [
            ...present.filter(({ name }: RawValue) => tags.every((tag) => tag.name !== name)),
            ...tags.filter(({ status }) => status === 'active').map(({ name }) => ({ id: idOfTag(name), name })),
          ],
        }),
        toRow: () => ({}),
      },
    },
  }),
  simulate(memberNotes, {
    sample: (source) => {
      const { id, contact_id, list_id } = contactAt(source.index);
      return { note: source.words(10), created_by: 'Ingrid Solberg', contact_id, email_id: id, list_id };
    },
    actions: {
      list: { fields: { subscriber_hash: 'email_id' } },
      create: {
        fields: { subscriber_hash: 'email_id' },
        values: ({ subscriber_hash, list_id, note }) => ({ email_id: subscriber_hash, list_id, note }),
      },
    },
  }),
  simulate(segmentMembers, {
    sample: ({ index }) => {
      const { stats, ...contact } = subscribedAt(index);
      const own = Object.entries(contact).filter(([name]) => Object.hasOwn(Member.shape, name));
      const { avg_open_rate, avg_click_rate } = stats;
      return { ...Object.fromEntries(own), stats: { avg_open_rate, avg_click_rate } };
    },
    actions: {
      list: {
        fields: { segment_id: null },
        matches: ({ list_id, id }, { segment_id }) => String(segmentOf(list_id, id)?.id) === segment_id,
      },
    },
  }),
  simulate(unsubscribes, {
    sample: ({ index }) => {
      const { id, email_address, merge_fields, vip, unsubscribe_reason, list_id } = unsubscribedAt(index);
      const campaign = sentCampaignAt(index, list_id);
      return {
        email_id: id,
        email_address,
        merge_fields,
        vip,
        timestamp: at(campaign.age - 1, 7 + index),
        reason: unsubscribe_reason,
        campaign_id: campaign.id,
        list_id,
        list_is_active: true,
      };
    },
  }),
];
