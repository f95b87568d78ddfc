import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { zendesk } from '../adapter.ts';
import { onlyByCursor } from '../paging.ts';
import { cursorParams, object, timestamps } from '../shared.ts';

/** A custom field of users or organizations. */
export const CustomField = z.object({
  id: z.int(),
  url: z.string(),
  key: z.string(),
  type: z.string(),
  title: z.string(),
  raw_title: z.string(),
  description: z.string().nullish(),
  raw_description: z.string().nullish(),
  position: z.int(),
  active: z.boolean(),
  system: z.boolean(),
  regexp_for_validation: z.string().nullish(),
  tag: z.string().nullish(),
  custom_field_options: z.array(object).nullish(),
  ...timestamps,
});

/** https://developer.zendesk.com/api-reference/ticketing/users/user_fields/ */
export const userFields = defineEntity({
  name: 'user_fields',
  beyondContract: true,
  summary: 'Custom fields that users have in the account',
  keywords: ['which properties does a user have', 'user properties'],
  record: CustomField,
  key: 'id',
  actions: {
    list: zendesk('GET /user_fields', {
      summary: 'List the custom fields of users',
      recordsAt: 'user_fields',
      wire: onlyByCursor,
      params: cursorParams,
    }),
  },
});
