import { allFields, defineEntity, selectionOf } from '@connectory/connector-sdk';
import { z } from 'zod';
import { byPage, monday } from '../adapter.ts';
import { account } from '../sample-account.ts';
import { byId, paged } from '../shared.ts';

const User = z.object({
  id: z.string().nullish(),
  name: z.string().nullish(),
  email: z.string().nullish(),
  birthday: z.string().nullish(),
  country_code: z.string().nullish(),
  created_at: z.string().nullish(),
  kind: z.string().nullish(),
  status: z.string().nullish(),
  became_active_at: z.string().nullish(),
  location: z.string().nullish(),
  mobile_phone: z.string().nullish(),
  phone: z.string().nullish(),
  time_zone_identifier: z.string().nullish(),
  title: z.string().nullish(),
  url: z.string().nullish(),
  is_email_confirmed: z.boolean().nullish(),
  photo_url: z
    .object({
      original: z.string().nullish(),
      small: z.string().nullish(),
      thumb: z.string().nullish(),
      thumb_small: z.string().nullish(),
      tiny: z.string().nullish(),
    })
    .nullish(),
  utc_hours_diff: z.number().nullish(),
});

const userFields = selectionOf(User);

const offices = [
  { location: 'Berlin', country_code: 'DE', time_zone_identifier: 'Europe/Berlin', utc_hours_diff: 1, dial: '+49 30' },
  { location: 'Lisbon', country_code: 'PT', time_zone_identifier: 'Europe/Lisbon', utc_hours_diff: 0, dial: '+351 21' },
  { location: 'Pune', country_code: 'IN', time_zone_identifier: 'Asia/Kolkata', utc_hours_diff: 5.5, dial: '+91 20' },
] as const;

/** Contract A10, users; https://developer.monday.com/api-reference/reference/users */
export const users = defineEntity({
  name: 'users',
  summary: 'People of the account',
  record: User,
  key: 'id',
  actions: {
    list: monday(
      `query ($page: Int, $limit: Int) {
        users(page: $page, limit: $limit) { ...fields }
      }`,
      {
        summary: 'List active and invited people',
        params: z.object(paged({ usual: 200, most: 1000 })),
        fields: userFields,
        at: 'users',
        paging: byPage,
      },
    ),
    get: monday(
      `query ($id: [ID!]!) {
        users(ids: $id, status: [ACTIVE, INACTIVE, PENDING]) { ...fields }
      }`,
      {
        summary: 'Get one person, deactivated ones included',
        params: byId('person'),
        fields: userFields,
        at: 'users.0',
      },
    ),
  },
  search: {
    fields: allFields(User, { except: ['kind', 'status', 'became_active_at', 'is_email_confirmed', 'photo_url'] }),
  },
  sync: { via: 'list', params: { limit: 1000 } },
  sample: (source) => {
    const { first, last, email } = source.person();
    const { dial, ...office } = source.pick(offices);
    const id = String(58_210_430 + source.index * 17);
    const isInvited = source.index % 12 === 11;
    const age = source.integer(60, 900);
    const photo = (size: string) => `https://files.monday.com/euc1/photos/${id}/${size}/photo.png`;
    return {
      ...office,
      id,
      name: `${first} ${last}`,
      email,
      birthday: source.index % 4 === 0 ? `19${source.integer(70, 99)}-0${source.integer(1, 9)}-14` : null,
      created_at: source.time(age),
      kind: source.index === 0 ? 'ADMIN' : source.pick(['MEMBER', 'MEMBER', 'GUEST']),
      status: isInvited ? 'PENDING' : 'ACTIVE',
      became_active_at: isInvited ? null : source.time(age - 2),
      mobile_phone: null,
      phone: `${dial} 555 01${10 + source.index}`,
      title: source.pick(['Account manager', 'Designer', 'Engineer', 'Product manager', 'Team lead']),
      url: `${account}/users/${id}`,
      is_email_confirmed: !isInvited,
      photo_url: {
        original: photo('original'),
        small: photo('small'),
        thumb: photo('thumb'),
        thumb_small: photo('thumb_small'),
        tiny: photo('tiny'),
      },
    };
  },
});
