import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { zendesk } from '../adapter.ts';
import { onlyByCursor } from '../paging.ts';
import { cursorParams, object, timestamps } from '../shared.ts';

const TicketField = z.object({
  id: z.int(),
  url: z.string(),
  type: z.string(),
  title: z.string(),
  raw_title: z.string(),
  description: z.string(),
  raw_description: z.string(),
  position: z.int(),
  active: z.boolean(),
  required: z.boolean(),
  collapsed_for_agents: z.boolean(),
  regexp_for_validation: z.string().nullish(),
  title_in_portal: z.string(),
  raw_title_in_portal: z.string(),
  visible_in_portal: z.boolean(),
  editable_in_portal: z.boolean(),
  required_in_portal: z.boolean(),
  tag: z.string().nullish(),
  custom_field_options: z.array(object),
  system_field_options: z.array(object),
  custom_statuses: z.array(object).nullish(),
  sub_type_id: z.int(),
  removable: z.boolean(),
  agent_description: z.string().nullish(),
  key: z.string().nullish(),
  ...timestamps,
});

/** https://developer.zendesk.com/api-reference/ticketing/tickets/ticket_fields/ */
export const ticketFields = defineEntity({
  name: 'ticket_fields',
  summary: 'Fields a ticket can have, built in and custom',
  keywords: ['ticket properties', 'dropdown values', 'drop down options'],
  record: TicketField,
  key: 'id',
  actions: {
    list: zendesk('GET /ticket_fields', {
      summary: 'List ticket fields',
      recordsAt: 'ticket_fields',
      wire: onlyByCursor,
      params: cursorParams.extend({
        locale: z.string().optional().describe('Language of titles and descriptions, such as "de"'),
      }),
    }),
    get: zendesk('GET /ticket_fields/{ticket_field_id}', {
      summary: 'Get one ticket field',
      recordAt: 'ticket_field',
      params: z.object({ ticket_field_id: z.int().describe('Ticket field id') }),
    }),
  },
  search: {
    title: 'title',
    fields: [
      'active',
      'agent_description',
      'collapsed_for_agents',
      'created_at',
      'custom_field_options',
      'custom_statuses',
      'description',
      'editable_in_portal',
      'id',
      'key',
      'position',
      'raw_description',
      'raw_title',
      'raw_title_in_portal',
      'regexp_for_validation',
      'removable',
      'required',
      'required_in_portal',
      'sub_type_id',
      'system_field_options',
      'tag',
      'title',
      'title_in_portal',
      'type',
      'updated_at',
      'url',
      'visible_in_portal',
    ],
  },
  sync: { via: 'list', params: { per_page: 100 } },
});
