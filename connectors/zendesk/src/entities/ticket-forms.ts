import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { zendesk } from '../adapter.ts';
import { byCursor } from '../paging.ts';
import { active, listParams, object, timestamps } from '../shared.ts';

const TicketForm = z.object({
  id: z.int(),
  url: z.string(),
  name: z.string(),
  display_name: z.string(),
  raw_name: z.string(),
  raw_display_name: z.string(),
  position: z.int(),
  active: z.boolean(),
  end_user_visible: z.boolean(),
  default: z.boolean(),
  in_all_brands: z.boolean(),
  restricted_brand_ids: z.array(z.int()),
  ticket_field_ids: z.array(z.int()),
  agent_conditions: z.array(object),
  end_user_conditions: z.array(object),
  ...timestamps,
});

/** https://developer.zendesk.com/api-reference/ticketing/tickets/ticket_forms/ */
export const ticketForms = defineEntity({
  name: 'ticket_forms',
  summary: 'Sets of ticket fields to fill in for a kind of request',
  keywords: ['web form', 'contact form', 'forms to open a ticket', 'forms customers fill in'],
  record: TicketForm,
  key: 'id',
  actions: {
    list: zendesk('GET /ticket_forms', {
      summary: 'List ticket forms',
      recordsAt: 'ticket_forms',
      wire: byCursor(),
      params: listParams.extend({
        active,
        end_user_visible: z.boolean().optional().describe('Only forms that end users can (true) or cannot (false) see'),
      }),
    }),
    get: zendesk('GET /ticket_forms/{ticket_form_id}', {
      summary: 'Get one ticket form',
      recordAt: 'ticket_form',
      params: z.object({ ticket_form_id: z.int().describe('Ticket form id') }),
    }),
  },
  search: {
    title: 'name',
    fields: [
      'active',
      'agent_conditions',
      'created_at',
      'default',
      'display_name',
      'end_user_conditions',
      'end_user_visible',
      'id',
      'in_all_brands',
      'name',
      'position',
      'raw_display_name',
      'raw_name',
      'restricted_brand_ids',
      'ticket_field_ids',
      'updated_at',
      'url',
    ],
  },
  sync: { via: 'list', params: { per_page: 100 } },
});
