import { allFields, defineEntity, selectionOf } from '@connectory/connector-sdk';
import { z } from 'zod';
import { byPage, monday } from '../adapter.ts';
import { account } from '../sample-account.ts';
import { getOne, paged, text } from '../shared.ts';

const User = z.object({
  id: text,
  name: text,
  email: text,
  birthday: text,
  country_code: text,
  created_at: text,
  kind: text,
  status: text,
  became_active_at: text,
  location: text,
  mobile_phone: text,
  phone: text,
  time_zone_identifier: text,
  title: text,
  url: text,
  is_email_confirmed: z.boolean().nullish(),
  photo_url: z.object({ original: text, small: text, thumb: text, thumb_small: text, tiny: text }).nullish(),
  utc_hours_diff: z.number().nullish(),
});

const fields = selectionOf(User);

const offices = [
  {
    location: 'Berlin',
    country_code: 'DE',
    time_zone_identifier: 'Europe/Berlin',
    utc_hours_diff: 1,
    phone: '+49 30 555',
  },
  {
    location: 'Lisbon',
    country_code: 'PT',
    time_zone_identifier: 'Europe/Lisbon',
    utc_hours_diff: 0,
    phone: '+351 21 555',
  },
  {
    location: 'Pune',
    country_code: 'IN',
    time_zone_identifier: 'Asia/Kolkata',
    utc_hours_diff: 5.5,
    phone: '+91 20 555',
  },
];

/** https://developer.monday.com/api-reference/reference/users */
export const users = defineEntity({
  name: 'users',
  summary: 'People of the account',
  record: User,
  key: 'id',
  actions: {
    list: monday('query ($page: Int, $limit: Int) { users(page: $page, limit: $limit) { ...fields } }', {
      summary: 'List active and invited people',
      params: paged({ usual: 200, most: 1000 }),
      fields,
      at: 'users',
      paging: byPage,
    }),
    get: getOne({
      root: 'users',
      also: 'status: [ACTIVE, INACTIVE, PENDING]',
      summary: 'Get one person, including deactivated ones',
      fields,
    }),
  },
  search: {
    fields: allFields(User, { except: ['kind', 'status', 'became_active_at', 'is_email_confirmed', 'photo_url'] }),
  },
  sync: { via: 'list', params: { limit: 1000 } },
  sample: (source) => {
    const { first, last, email } = source.person();
    const office = source.pick(offices);
    const id = String(58_210_430 + source.index * 17);
    const isInvited = source.index % 12 === 11;
    const age = source.integer(60, 900);
    const photo = (size: string) => `https://files.monday.com/euc1/photos/${id}/${size}/photo.png`;
    const sizes = ['original', 'small', 'thumb', 'thumb_small', 'tiny'];
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
      phone: `${office.phone} 01${10 + source.index}`,
      title: source.pick(['Account manager', 'Designer', 'Engineer', 'Product manager', 'Team lead']),
      url: `${account}/users/${id}`,
      is_email_confirmed: !isInvited,
      photo_url: Object.fromEntries(sizes.map((size) => [size, photo(size)])),
    };
  },
});
