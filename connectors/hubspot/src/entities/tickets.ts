import { defineEntity } from '@connectory/connector-sdk';
import { hubspot } from '../adapter.ts';
import { copyOf, crmObject } from '../records/crm-object.ts';
import { associationsOf, companyId, contactId, employerOf, sampleObject, ticketId } from '../sample-account.ts';
import { searchOf } from '../searching.ts';
import { foundBy, getParams, idLike, listParams, simulatedList } from '../shared.ts';

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

const issues = [
  ['Invoice shows the old address', 'We moved in September. Please send the invoice again.', 'BILLING_ISSUE'],
  ['Export stops at 10,000 rows', 'The CSV has 10,000 rows although the list says 14,312.', 'PRODUCT_ISSUE'],
  ['How do I add an administrator?', 'A colleague should take over while I am on leave.', 'GENERAL_INQUIRY'],
  ['Dark mode for the dashboard', 'Our night shift would like to have it.', 'FEATURE_REQUEST'],
  ['Login fails with the new password', 'It works on the phone, but not in the browser.', 'PRODUCT_ISSUE'],
  ['Charged twice for October', 'There are two payments of the same amount on our statement.', 'BILLING_ISSUE'],
  ['Delivery has two broken parts', 'Photos are attached. Can you send replacements this week?', 'PRODUCT_ISSUE'],
] as const;

/** https://developers.hubspot.com/docs/api-reference/crm-tickets-v3/guide */
export const tickets = defineEntity({
  name: 'tickets',
  summary: 'Requests of customers for help',
  record: Ticket,
  key: 'id',
  actions: {
    list: hubspot('GET /crm/v3/objects/tickets', {
      summary: 'List tickets',
      params: listParams,
      simulate: simulatedList,
    }),
    get: hubspot('GET /crm/v3/objects/tickets/{ticketId}', {
      summary: 'Get one ticket',
      params: getParams.extend({ ticketId: idLike(ticketId(0)) }),
      simulate: foundBy('ticketId'),
    }),
    api_search: hubspot('POST /crm/v3/objects/tickets/search', { summary: 'Search tickets', ...searchOf(Ticket) }),
  },
  ...copyOf(Ticket, 'companies', 'contacts'),
  sample: (source) => {
    const { index } = source;
    const id = ticketId(index);
    const created = source.time(source.integer(5, 120));
    const changed = source.time(source.integer(0, 4));
    const [subject, content, category] = source.pick(issues);
    return {
      ...sampleObject('0-5', id, created, changed),
      properties: {
        content,
        createdate: created,
        hs_lastmodifieddate: changed,
        hs_object_id: id,
        hs_pipeline: '0',
        // New, waiting on contact, waiting on us, closed.
        hs_pipeline_stage: source.pick(['1', '2', '3', '4', '4']),
        hs_ticket_category: category,
        hs_ticket_priority: source.pick(['LOW', 'MEDIUM', 'MEDIUM', 'HIGH']),
        subject,
      },
      associations: associationsOf({
        companies: [[companyId(employerOf(index))], 'ticket_to_company', 'ticket_to_company_unlabeled'],
        contacts: [[contactId(index)], 'ticket_to_contact'],
      }),
    };
  },
});
