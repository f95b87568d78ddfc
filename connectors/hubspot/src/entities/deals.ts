import { decimal, defineEntity } from '@connectory/connector-sdk';
import { hubspot } from '../adapter.ts';
import { copyOf, crmObject } from '../records/crm-object.ts';
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
import { foundBy, getParams, idLike, listParams, simulatedList } from '../shared.ts';

const Deal = crmObject(
  [
    'amount',
    'closedate',
    'createdate',
    'dealname',
    'dealstage',
    'hs_lastmodifieddate',
    'hs_object_id',
    'hubspot_owner_id',
    'pipeline',
  ],
  { amount: decimal().nullish() },
);

const openStages = ['appointmentscheduled', 'qualifiedtobuy', 'presentationscheduled', 'contractsent'];
const closedStages = ['closedwon', 'closedwon', 'closedlost'];
const subjects = ['Annual plan', 'Onboarding', 'Renewal', 'Additional seats', 'Pilot project'];

/** https://developers.hubspot.com/docs/api-reference/crm-deals-v3/guide */
export const deals = defineEntity({
  name: 'deals',
  summary: 'Sales, from the first appointment to won or lost',
  record: Deal,
  key: 'id',
  actions: {
    list: hubspot('GET /crm/v3/objects/deals', { summary: 'List deals', params: listParams, simulate: simulatedList }),
    get: hubspot('GET /crm/v3/objects/deals/{dealId}', {
      summary: 'Get one deal',
      params: getParams.extend({ dealId: idLike(dealId(0)) }),
      simulate: foundBy('dealId'),
    }),
    api_search: hubspot('POST /crm/v3/objects/deals/search', { summary: 'Search deals', ...searchOf(Deal) }),
  },
  ...copyOf(Deal, 'companies', 'contacts', 'line_items'),
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
