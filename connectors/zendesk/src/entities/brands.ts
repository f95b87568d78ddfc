import { defineEntity, from } from '@connectory/connector-sdk';
import { z } from 'zod';
import { zendesk } from '../adapter.ts';
import { onlyByCursor } from '../paging.ts';
import { cursorParams, object, timestamps } from '../shared.ts';

const Brand = z.object({
  id: z.int(),
  url: z.string(),
  name: z.string(),
  brand_url: z.string(),
  subdomain: z.string(),
  host_mapping: z.string().nullish(),
  has_help_center: z.boolean(),
  help_center_state: z.string(),
  active: z.boolean(),
  default: z.boolean(),
  is_deleted: z.boolean(),
  logo: object.nullish(),
  ticket_form_ids: z.array(z.int()),
  signature_template: z.string(),
  ...timestamps,
});

/** https://developer.zendesk.com/api-reference/ticketing/account-configuration/brands/ */
export const brands = defineEntity({
  name: 'brands',
  summary: 'Brands under which the account serves customers, each with its own help center URL',
  keywords: ['label', 'sub brand', 'under which name'],
  record: Brand,
  key: 'id',
  actions: {
    list: zendesk('GET /brands', {
      summary: 'List brands',
      recordsAt: 'brands',
      wire: onlyByCursor,
      params: cursorParams,
    }),
    get: zendesk('GET /brands/{brand_id}', {
      summary: 'Get one brand',
      recordAt: 'brand',
      params: z.object({ brand_id: z.int().describe('Brand id') }),
    }),
  },
  search: {
    title: 'name',
    fields: [
      'active',
      'brand_url',
      'created_at',
      'default',
      'has_help_center',
      'help_center_state',
      'host_mapping',
      'id',
      'is_deleted',
      'name',
      'signature_template',
      'subdomain',
      'ticket_form_ids',
      'updated_at',
      'url',
    ],
    derived: {
      // The record has the whole file, the contract a text.
      logo: from(z.string(), ({ logo }) => logo?.content_url),
    },
  },
  sync: { via: 'list', params: { per_page: 100 } },
});
