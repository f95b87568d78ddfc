import { decimal, defineEntity } from '@connectory/connector-sdk';
import { hubspot } from '../adapter.ts';
import { copyOf, crmObject } from '../records/crm-object.ts';
import { dealId } from '../sample-account.ts';
import { searchOf } from '../searching.ts';
import { getParams, idLike, listParams } from '../shared.ts';

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

/** https://developers.hubspot.com/docs/api-reference/crm-deals-v3/guide */
export const deals = defineEntity({
  name: 'deals',
  summary: 'Sales, from the first appointment to won or lost',
  keywords: ['opportunity', 'win', 'closing', 'pipeline', 'about to close', 'win rate', 'forecast', 'quotes out'],
  record: Deal,
  key: 'id',
  actions: {
    list: hubspot('GET /crm/v3/objects/deals', { summary: 'List deals', params: listParams }),
    get: hubspot('GET /crm/v3/objects/deals/{dealId}', {
      summary: 'Get one deal',
      params: getParams.extend({ dealId: idLike(dealId(0)) }),
    }),
    api_search: hubspot('POST /crm/v3/objects/deals/search', { summary: 'Search deals', ...searchOf(Deal) }),
  },
  ...copyOf(Deal, 'companies', 'contacts', 'line_items'),
});
