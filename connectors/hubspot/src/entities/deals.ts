import { decimal, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { hubspot } from '../adapter.ts';
import { copyOf, crmObject } from '../records/crm-object.ts';
import { dealId } from '../sample-account.ts';
import { searchOf } from '../searching.ts';
import { getParams, idLike, listParams } from '../shared.ts';
import { changeOf, creationOf, nothing } from '../writing.ts';

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

const writable = {
  properties: {
    dealname: 'Name of the deal',
    pipeline: 'Id of the pipeline, as `pipelines` has it; the default pipeline if omitted',
    dealstage: 'Id of the stage of the pipeline, as `pipelines` has it',
    amount: 'Value of the deal in its currency',
    closedate: 'When it is or was closed, as ISO 8601 or Unix milliseconds',
    dealtype: 'Kind of deal: `newbusiness` or `existingbusiness`',
    description: 'Description of the deal',
    hubspot_owner_id: 'Id of the owner, as `owners` has it',
  },
  required: ['dealname'],
  example: { dealname: 'Northwind Paper - Pilot', dealstage: 'appointmentscheduled', amount: 4200 },
};

/** https://developers.hubspot.com/docs/api-reference/crm-deals-v3/guide */
export const deals = defineEntity({
  name: 'deals',
  summary: 'Sales, from the first appointment to won or lost',
  keywords: [
    'opportunity',
    'win',
    'closing',
    'pipeline',
    'renewal',
    'deal worth',
    'what stage',
    'about to close',
    'win rate',
    'forecast',
    'quotes out',
  ],
  record: Deal,
  key: 'id',
  actions: {
    list: hubspot('GET /crm/v3/objects/deals', { summary: 'List deals', params: listParams }),
    create: hubspot('POST /crm/v3/objects/deals', {
      beyondContract: true,
      summary: 'Create a deal, associated with other records if wanted',
      ...creationOf('deals', writable),
    }),
    get: hubspot('GET /crm/v3/objects/deals/{dealId}', {
      summary: 'Get one deal',
      params: getParams.extend({ dealId: idLike(dealId(0)) }),
    }),
    update: hubspot('PATCH /crm/v3/objects/deals/{dealId}', {
      beyondContract: true,
      summary: 'Change properties of a deal; omitted ones stay unchanged',
      ...changeOf({ dealId: idLike(dealId(0)) }, writable),
    }),
    delete: hubspot('DELETE /crm/v3/objects/deals/{dealId}', {
      beyondContract: true,
      summary: 'Move a deal to the recycling bin, from which people can restore it for 90 days',
      params: z.object({ dealId: z.string().describe('Id of the deal') }),
      result: nothing,
    }),
    api_search: hubspot('POST /crm/v3/objects/deals/search', { summary: 'Search deals', ...searchOf(Deal) }),
  },
  ...copyOf('deals', Deal, 'companies', 'contacts', 'line_items'),
});
