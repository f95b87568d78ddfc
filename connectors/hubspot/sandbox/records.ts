import { simulate, stories } from '@connectory/sandbox';
import { companies } from '../src/entities/companies.ts';
import { contacts } from '../src/entities/contacts.ts';
import { deals } from '../src/entities/deals.ts';
import { objects } from '../src/entities/objects.ts';
import { tickets } from '../src/entities/tickets.ts';
import {
  companyId,
  contactId,
  customFullName,
  dealId,
  lineItemIds,
  objectId,
  ticketId,
} from '../src/sample-account.ts';
import {
  associationsOf,
  customTypeId,
  customTypeOf,
  foundBy,
  isOfType,
  owner,
  sampleObject,
  simulatedList,
} from './account.ts';
import { ownProperties } from './own-properties.ts';
import { simulatedSearch } from './search.ts';
import { simulatedWrites } from './writes.ts';

const openStages = ['appointmentscheduled', 'qualifiedtobuy', 'presentationscheduled', 'contractsent'];

const closedStages = ['closedwon', 'closedwon', 'closedlost'];

const subjects = ['Annual plan', 'Onboarding', 'Renewal', 'Additional seats', 'Pilot project'];

const issues = [
  ['Export stops at 10,000 rows', 'The CSV has 10,000 rows although the list says 14,312.', 'PRODUCT_ISSUE'],
  ['How do I add an administrator?', 'A colleague should take over while I am on leave.', 'GENERAL_INQUIRY'],
  ['Dark mode for the dashboard', 'Our night shift would like to have it.', 'FEATURE_REQUEST'],
  ['Invoices by the year', 'Can we pay for twelve months at once, and what does it cost then?', 'BILLING_ISSUE'],
  ['Delivery has two broken parts', 'Photos are attached. Can you send replacements this week?', 'PRODUCT_ISSUE'],
] as const;

export const simulatedRecords = [
  simulate(companies, {
    sample: (source) => {
      const id = companyId(source.index);
      const { company, domain } = source.customer();
      const created = source.time(source.integer(100, 900));
      const changed = source.time(source.integer(0, 90));
      return {
        ...sampleObject('0-2', id, created, changed),
        properties: {
          createdate: created,
          domain,
          hs_lastmodifieddate: changed,
          hs_object_id: id,
          hubspot_owner_id: owner(source),
          name: company,
          ...ownProperties(source),
        },
        associations: associationsOf({ contacts: [[contactId(source.index)], 'company_to_contact'] }),
      };
    },
    actions: {
      list: simulatedList,
      get: foundBy('companyId'),
      ...simulatedWrites('companies', companies.record, 'companyId'),
      api_search: simulatedSearch,
    },
  }),
  simulate(contacts, {
    sample: (source) => {
      const { first, last, email } = source.customer();
      const id = contactId(source.index);
      const employer = companyId(source.index);
      const created = source.time(source.integer(60, 700));
      const changed = source.time(source.integer(0, 59));
      return {
        ...sampleObject('0-1', id, created, changed),
        properties: {
          associatedcompanyid: employer,
          createdate: created,
          email,
          firstname: first,
          hs_object_id: id,
          hubspot_owner_id: owner(source),
          lastmodifieddate: changed,
          lastname: last,
          ...ownProperties(source),
        },
        associations: associationsOf({
          companies: [[employer], 'contact_to_company', 'contact_to_company_unlabeled'],
        }),
      };
    },
    actions: {
      list: simulatedList,
      get: foundBy('contactId'),
      ...simulatedWrites('contacts', contacts.record, 'contactId'),
      api_search: simulatedSearch,
    },
  }),
  simulate(deals, {
    sample: (source) => {
      const { index } = source;
      const id = dealId(index);
      const isOpen = index % 3 > 0;
      const created = source.time(source.integer(60, 240));
      const changed = source.time(source.integer(1, 10));
      return {
        ...sampleObject('0-3', id, created, changed),
        properties: {
          amount: `${source.integer(12, 480) * 100}${source.pick(['', '', '.50'])}`,
          closedate: source.time(isOpen ? -source.integer(5, 60) : source.integer(11, 50)),
          createdate: created,
          dealname: `${source.customer().company} - ${source.pick(subjects)}`,
          dealstage: source.pick(isOpen ? openStages : closedStages),
          hs_lastmodifieddate: changed,
          hs_object_id: id,
          hubspot_owner_id: owner(source),
          pipeline: 'default',
          ...ownProperties(source),
        },
        associations: associationsOf({
          companies: [[companyId(index)], 'deal_to_company', 'deal_to_company_unlabeled'],
          contacts: [[contactId(index)], 'deal_to_contact'],
          'line items': [lineItemIds(index), 'deal_to_line_item'],
        }),
      };
    },
    actions: {
      list: simulatedList,
      get: foundBy('dealId'),
      ...simulatedWrites('deals', deals.record, 'dealId'),
      api_search: simulatedSearch,
    },
  }),
  simulate(tickets, {
    sample: (source) => {
      const { index } = source;
      const id = ticketId(index);
      const created = source.time(source.integer(5, 120));
      const changed = source.time(source.integer(0, 4));
      const story = stories[index];
      const customer = story?.customer ?? index;
      const [subject, content, category] = story
        ? ([story.subject, story.note, 'GENERAL_INQUIRY'] as const)
        : source.pick(issues);
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
          ...ownProperties(source),
        },
        associations: associationsOf({
          companies: [[companyId(customer)], 'ticket_to_company', 'ticket_to_company_unlabeled'],
          contacts: [[contactId(customer)], 'ticket_to_contact'],
        }),
      };
    },
    actions: {
      list: simulatedList,
      get: foundBy('ticketId'),
      ...simulatedWrites('tickets', tickets.record, 'ticketId'),
      api_search: simulatedSearch,
    },
  }),
  simulate(objects, {
    sample: (source) => {
      const { index } = source;
      const id = objectId(index);
      const type = customTypeOf(index);
      const created = source.time(source.integer(40, 300));
      const changed = source.time(source.integer(0, 39));
      return {
        ...sampleObject(customTypeId(type), id, created, changed),
        properties: {
          hs_createdate: created,
          hs_lastmodifieddate: changed,
          hs_object_id: id,
          reference: `R-${1042 + index}`,
          status: source.pick(['planned', 'active', 'active', 'closed']),
          start_date: created.slice(0, 10),
          budget: source.pick(['900', '12500', '1800.75']),
        },
        associations: associationsOf({ companies: [[companyId(index)], `${customFullName(type)}_to_company`] }),
      };
    },
    actions: {
      list: {
        ...simulatedList,
        matches: (record, params) => isOfType(record.url, params.objectType) && simulatedList.matches(record, params),
      },
      get: {
        ...foundBy('objectId'),
        matches: (record, params) =>
          isOfType(record.url, params.objectType) && foundBy('objectId').matches(record, params),
      },
    },
  }),
];
