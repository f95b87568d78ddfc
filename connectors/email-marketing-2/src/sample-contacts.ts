import { at, audienceAt, interestsOf, md5, segmentOf } from './sample-account.ts';

const firstNames = 'Ingrid Mateo Hannah Priya Lars Sofia Jonas Amara Chen Nadia Kari Daniel'.split(' ');
const lastNames = 'Solberg Alvarez Becker Kaur Eriksen Rossi Weber Okafor Zhang Haddad Nilsen'.split(' ');
const audiences = [0, 0, 3, 0, 2, 1, 0, 4, 5, 0];
const count = 25;

const norway = { latitude: 59.91, longitude: 10.75, country_code: 'NO', timezone: 'Europe/Oslo', region: '03' };
const germany = { latitude: 53.55, longitude: 9.99, country_code: 'DE', timezone: 'Europe/Berlin', region: 'HH' };

/** The sample contact at a position. Every fifth one unsubscribed. */
export function contactAt(index: number) {
  const position = index % count;
  const first = firstNames[position % firstNames.length] as string;
  const last = lastNames[(position * 4) % lastNames.length] as string;
  const email_address = `${first}.${last}@example.com`.toLowerCase();
  const id = md5(email_address);
  const { id: list_id, language } = audienceAt(audiences[position % audiences.length] ?? 0);
  const status = position % 5 === 4 ? 'unsubscribed' : position === 11 ? 'cleaned' : 'subscribed';
  const segment = segmentOf(list_id, id);
  const tags = segment?.condition === undefined ? [{ id: segment?.id, name: segment?.name }] : [];
  const orders = (position * 3) % 4;
  return {
    id,
    email_address,
    unique_email_id: md5(`unique ${id}`).slice(0, 10),
    contact_id: md5(`contact ${id}`),
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

const positions = Array.from({ length: count }, (_, position) => position);
const isAt = (status: string) => positions.filter((position) => contactAt(position).status === status);
const subscribed = isAt('subscribed');
const unsubscribed = isAt('unsubscribed');

/** The sample contact at a position among those that are subscribed. */
export const subscribedAt = (index: number) => contactAt(subscribed[index % subscribed.length] ?? 0);

/** The sample contact at a position among those that unsubscribed. */
export const unsubscribedAt = (index: number) => contactAt(unsubscribed[index % unsubscribed.length] ?? 0);

function reasonAt(position: number) {
  return ['No longer interested', 'Too many emails', 'Never signed up', 'None given'][position % 4];
}
