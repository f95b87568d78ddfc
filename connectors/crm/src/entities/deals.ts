import { decimal, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { hubspot } from '../adapter.ts';
import { associated, crmObject, property, wholeRecords } from '../records/crm-object.ts';
import {
  associationsOf,
  companyId,
  companyName,
  contactId,
  contactsAt,
  dealId,
  lineItemIds,
  owner,
  sampleObject,
} from '../sample-account.ts';
import { searchOf } from '../searching.ts';
import { getParams, isIdentified, listParams, simulatedList } from '../shared.ts';

const Deal = crmObject({
  amount: decimal().nullish(),
  closedate: property,
  createdate: property,
  dealname: property,
  dealstage: property,
  hs_lastmodifieddate: property,
  hs_object_id: property,
  hubspot_owner_id: property,
  pipeline: property,
});

const openStages = ['appointmentscheduled', 'qualifiedtobuy', 'presentationscheduled', 'contractsent'];
const closedStages = ['closedwon', 'closedwon', 'closedlost'];
const subjects = ['Annual plan', 'Onboarding', 'Renewal', 'Additional seats', 'Pilot project'];

/** Contract A2, deals; https://developers.hubspot.com/docs/api-reference/crm-deals-v3/guide */
export const deals = defineEntity({
  name: 'deals',
  summary: 'Sales, from the first appointment to won or lost',
  record: Deal,
  key: 'id',
  actions: {
    list: hubspot('GET /crm/v3/objects/deals', { summary: 'List deals', params: listParams, simulate: simulatedList }),
    get: hubspot('GET /crm/v3/objects/deals/{dealId}', {
      summary: 'Get one deal',
      params: getParams.extend({
        dealId: z
          .string()
          .describe('Deal id, or a value of idProperty')
          .meta({ examples: [dealId(0)] }),
      }),
      simulate: { matches: (deal, { dealId, idProperty }) => isIdentified(deal, dealId, idProperty) },
    }),
    api_search: hubspot('POST /crm/v3/objects/deals/search', { summary: 'Search deals', ...searchOf(Deal) }),
  },
  search: {
    fields: [
      'archived',
      'createdAt',
      'id',
      'properties',
      'properties.amount',
      'properties.closedate',
      'properties.createdate',
      'properties.dealname',
      'properties.dealstage',
      'properties.hs_lastmodifieddate',
      'properties.hs_object_id',
      'properties.hubspot_owner_id',
      'properties.pipeline',
      'updatedAt',
    ],
    derived: {
      companies: associated('companies'),
      contacts: associated('contacts'),
      line_items: associated('line_items'),
    },
  },
  sync: { via: 'list', params: wholeRecords(Deal, 'companies,contacts,line_items') },
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
        dealname: `${companyName(index)} - ${source.pick(subjects)}`,
        dealstage: source.pick(isOpen ? openStages : closedStages),
        hs_lastmodifieddate: changed,
        hs_object_id: id,
        hubspot_owner_id: owner(source),
        pipeline: 'default',
      },
      associations: associationsOf({
        companies: [[companyId(index)], 'deal_to_company', 'deal_to_company_unlabeled'],
        contacts: [contactsAt(index).map(contactId), 'deal_to_contact'],
        'line items': [lineItemIds(index), 'deal_to_line_item'],
      }),
    };
  },
});
