import { allFields, defineEntity, selectionOf } from '@connectory/connector-sdk';
import { z } from 'zod';
import { byPage, monday } from '../adapter.ts';
import { day, getOne, isoTime, paged, text } from '../shared.ts';

const User = z.object({
  id: text,
  name: text,
  email: text,
  birthday: day,
  country_code: text,
  created_at: isoTime,
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

/** https://developer.monday.com/api-reference/reference/users */
export const users = defineEntity({
  name: 'users',
  summary: 'People of the account',
  keywords: ['birthday', 'person', 'login', 'guests', 'team mates', 'colleague', 'phone number of a colleague'],
  record: User,
  key: 'id',
  actions: {
    list: monday('query ($page: Int, $limit: Int) { users(page: $page, limit: $limit) { ...fields } }', {
      summary: 'List active and invited people',
      params: paged({ usual: 200, max: 1000 }),
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
    title: 'name',
    link: '{url}',
    fields: allFields(User, { except: ['kind', 'status', 'became_active_at', 'is_email_confirmed', 'photo_url'] }),
  },
  sync: { via: 'list', params: { limit: 1000 } },
});
