import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { hubspot } from '../adapter.ts';
import { copyOf, crmObject } from '../records/crm-object.ts';
import { ticketId } from '../sample-account.ts';
import { searchOf } from '../searching.ts';
import { getParams, idLike, listParams } from '../shared.ts';
import { changeOf, creationOf, nothing } from '../writing.ts';

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

const writable = {
  properties: {
    subject: 'Subject of the ticket',
    content: 'What the customer asks for',
    hs_pipeline: 'Id of the pipeline, as `pipelines` has it; the default pipeline if omitted',
    hs_pipeline_stage: 'Id of the stage of the pipeline, as `pipelines` has it',
    hs_ticket_priority: 'Priority: `LOW`, `MEDIUM`, `HIGH` or `URGENT`',
    hs_ticket_category: 'Category, such as `PRODUCT_ISSUE` or `BILLING_ISSUE`',
    hubspot_owner_id: 'Id of the owner, as `owners` has it',
  },
  required: ['subject', 'hs_pipeline_stage'],
  example: { subject: 'Invoice has the wrong address', hs_pipeline_stage: '1', hs_ticket_priority: 'LOW' },
};

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
    create: hubspot('POST /crm/v3/objects/tickets', {
      beyondContract: true,
      summary: 'Create a ticket, associated with other records if wanted',
      ...creationOf('tickets', writable),
    }),
    get: hubspot('GET /crm/v3/objects/tickets/{ticketId}', {
      summary: 'Get one ticket',
      params: getParams.extend({ ticketId: idLike(ticketId(0)) }),
    }),
    update: hubspot('PATCH /crm/v3/objects/tickets/{ticketId}', {
      beyondContract: true,
      summary: 'Change properties of a ticket; omitted ones stay unchanged',
      ...changeOf({ ticketId: idLike(ticketId(0)) }, writable),
    }),
    delete: hubspot('DELETE /crm/v3/objects/tickets/{ticketId}', {
      beyondContract: true,
      summary: 'Move a ticket to the recycling bin, from which people can restore it for 90 days',
      params: z.object({ ticketId: z.string().describe('Id of the ticket') }),
      result: nothing,
    }),
    api_search: hubspot('POST /crm/v3/objects/tickets/search', { summary: 'Search tickets', ...searchOf(Ticket) }),
  },
  ...copyOf('tickets', Ticket, 'companies', 'contacts'),
});
