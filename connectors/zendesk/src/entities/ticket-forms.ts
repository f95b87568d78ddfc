import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { zendesk } from '../adapter.ts';
import { byCursor } from '../paging.ts';
import { active, listParams, object, sampleIdentity, timestamps } from '../shared.ts';

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
  sample: (source) => {
    const name = `${source.pick(['Question', 'Return', 'Complaint'])} ${source.index + 1}`;
    return {
      ...sampleIdentity(source, 'ticket_forms', 17_463_842_000_001),
      name,
      display_name: name,
      raw_name: name,
      raw_display_name: name,
      position: source.index + 1,
      active: source.index % 5 !== 4,
      end_user_visible: true,
      default: source.index === 0,
      in_all_brands: true,
      restricted_brand_ids: [],
      ticket_field_ids: [source.of('ticket_fields')],
      agent_conditions: [],
      end_user_conditions: [],
    };
  },
});
