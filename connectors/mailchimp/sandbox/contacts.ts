import { simulate } from '@connectory/sandbox';
import { listMembers } from '../src/entities/list-members.ts';
import { segmentMembers } from '../src/entities/segment-members.ts';
import { unsubscribes } from '../src/entities/unsubscribes.ts';
import { Member } from '../src/records/member.ts';
import { audienceAt } from '../src/sample-account.ts';
import { asked, at, interestsOf, segmentOf } from './account.ts';
import { sentCampaignAt } from './campaigns.ts';

/** Contacts by position: name, audience, and the MD5 of the address. */
type ContactLine = readonly [first: string, last: string, audience: number, id: string];

const contactLines: readonly ContactLine[] = [
  ['Ingrid', 'Solberg', 0, 'd7e1e595d5a55fb049e9a13629820f40'],
  ['Mateo', 'Eriksen', 0, 'b785c9c9405ecc682cf36b71a9abd556'],
  ['Hannah', 'Zhang', 3, '7a7eefe1702d9d2af89e97292dd313e3'],
  ['Priya', 'Alvarez', 0, '222eb186fd6a2bf6e2223c3dec2d5ba6'],
  ['Lars', 'Rossi', 2, 'e0eef66721c552659888581c0203b54b'],
  ['Sofia', 'Haddad', 1, '24332226bcbb5abec579d0c68a32671f'],
  ['Jonas', 'Becker', 0, '423072689240882546d8db10a5c8d46b'],
  ['Amara', 'Weber', 4, '2cc5de405acfcb4f95df178b755fe030'],
  ['Chen', 'Nilsen', 5, '57d78211da20ced84d8adc1ea6ebfd3f'],
  ['Nadia', 'Kaur', 0, '572902f0d48faca0d83c42f1129e5b04'],
  ['Kari', 'Okafor', 0, 'd530eeb65c26ac1c275f35932016f6bb'],
  ['Daniel', 'Solberg', 0, '8f97feb94f6a1509849850d3043bfc4f'],
  ['Ingrid', 'Eriksen', 3, '1d358d9ad8496418c56b96a721c71984'],
  ['Mateo', 'Zhang', 0, '6ad53900b0764dc8ddc7fbb8e17cff54'],
  ['Hannah', 'Alvarez', 2, '6fe55ac888c44a8a0cf8f79c36ecce3d'],
  ['Priya', 'Rossi', 1, 'eed9a1adaaee52f796a68125fc9354a9'],
  ['Lars', 'Haddad', 0, '385ab2b01b46829d9487f89f49182a63'],
  ['Sofia', 'Becker', 4, '4c122dd2ffb9e50e5ccd634c9047a915'],
  ['Jonas', 'Weber', 5, 'e507cb6d9977972673b591cb32cec6b6'],
  ['Amara', 'Nilsen', 0, 'af1f49c45a320a8cfbf0ca103dda2a0e'],
  ['Chen', 'Kaur', 0, 'fe6090c9229d35aaa94ddec4e09c0b11'],
  ['Nadia', 'Okafor', 0, '51dde9d4bd795b0efebba4a64799d6ab'],
  ['Kari', 'Solberg', 3, '9ee9519480a4767b1700f30e3dc1cce7'],
  ['Daniel', 'Eriksen', 0, '56157a059e1ef09d9a50be6bc2ac31d4'],
  ['Ingrid', 'Zhang', 2, 'ee23a0c34639bcd95be61a4f0579b640'],
];

const norway = { latitude: 59.91, longitude: 10.75, country_code: 'NO', timezone: 'Europe/Oslo', region: '03' };

const germany = { latitude: 53.55, longitude: 9.99, country_code: 'DE', timezone: 'Europe/Berlin', region: 'HH' };

/** The sample contact at a position. Every fifth one unsubscribed. */
export function contactAt(index: number) {
  const position = index % contactLines.length;
  const [first, last, audience, id] = contactLines[position] as ContactLine;
  const { id: list_id, language } = audienceAt(audience);
  const status = position % 5 === 4 ? 'unsubscribed' : position === 11 ? 'cleaned' : 'subscribed';
  const segment = segmentOf(list_id, id);
  const tags = segment?.condition === undefined ? [{ id: segment?.id, name: segment?.name }] : [];
  const orders = (position * 3) % 4;
  return {
    id,
    email_address: `${first}.${last}@example.com`.toLowerCase(),
    unique_email_id: id.slice(0, 10),
    contact_id: [...id].reverse().join(''),
    full_name: `${first} ${last}`,
    web_id: 611_204_118 + position * 4,
    email_type: 'html',
    status,
    unsubscribe_reason: status === 'unsubscribed' ? reasonAt(position) : undefined,
    consents_to_one_to_one_messaging: true,
    merge_fields: { FNAME: first, LNAME: last, PHONE: '', BIRTHDAY: position % 3 === 0 ? '04/17' : '' },
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

const contacts = contactLines.map((_, position) => contactAt(position));

const subscribed = contacts.filter(({ status }) => status === 'subscribed');

const unsubscribed = contacts.filter(({ status }) => status === 'unsubscribed');

/** The sample contact at a position among those that are subscribed. */
const subscribedAt = (index: number) => subscribed[index % subscribed.length] ?? contactAt(0);

/** The sample contact at a position among those that unsubscribed. */
const unsubscribedAt = (index: number) => unsubscribed[index % unsubscribed.length] ?? contactAt(4);

function reasonAt(position: number) {
  return ['No longer interested', 'Too many emails', 'Never signed up', 'None given'][position % 4];
}

export const simulatedContacts = [
  simulate(listMembers, {
    sample: ({ index }) => contactAt(index),
    actions: {
      list: {
        matches: (member, { vip_only, ...params }) => (!vip_only || member.vip) && asked()(member, params),
      },
      get: { fields: { subscriber_hash: 'id' } },
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
