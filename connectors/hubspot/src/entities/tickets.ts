import { defineEntity } from '@connectory/connector-sdk';
import { hubspot } from '../adapter.ts';
import { copyOf, crmObject } from '../records/crm-object.ts';
import { ticketId } from '../sample-account.ts';
import { searchOf } from '../searching.ts';
import { getParams, idLike, listParams } from '../shared.ts';

const Ticket = crmObject([
  'content',
  'createdate',
  'hs_lastmodifieddate',
  'hs_object_id',
  'hs_pipeline',
  'hs_pipeline_stage',
  'hs_ticket_category',
  'hs_ticket_priority',
  'subject',
]);

/** https://developers.hubspot.com/docs/api-reference/crm-tickets-v3/guide */
export const tickets = defineEntity({
  name: 'tickets',
  summary: 'Requests of customers for help',
  keywords: ['complaint', 'service request', 'wrote to us', 'service desk', 'support ticket', 'support case'],
  record: Ticket,
  key: 'id',
  actions: {
    list: hubspot('GET /crm/v3/objects/tickets', {
      summary: 'List tickets',
      params: listParams,
    }),
    get: hubspot('GET /crm/v3/objects/tickets/{ticketId}', {
      summary: 'Get one ticket',
      params: getParams.extend({ ticketId: idLike(ticketId(0)) }),
    }),
    api_search: hubspot('POST /crm/v3/objects/tickets/search', { summary: 'Search tickets', ...searchOf(Ticket) }),
  },
  ...copyOf(Ticket, 'companies', 'contacts'),
});
