import { defineEntity } from '@connectory/connector-sdk';
import { hubspot } from '../adapter.ts';
import { copyOf, crmObject } from '../records/crm-object.ts';
import { companyId } from '../sample-account.ts';
import { searchOf } from '../searching.ts';
import { getParams, idLike, listParams } from '../shared.ts';

const Company = crmObject(['createdate', 'domain', 'hs_lastmodifieddate', 'hs_object_id', 'hubspot_owner_id', 'name']);

/** https://developers.hubspot.com/docs/api-reference/crm-companies-v3/guide */
export const companies = defineEntity({
  name: 'companies',
  summary: 'Organizations that employ contacts and take part in deals',
  keywords: ['firm', 'business', 'account in the crm', 'business customer', 'vendor', 'partner', 'supplier'],
  record: Company,
  key: 'id',
  actions: {
    list: hubspot('GET /crm/v3/objects/companies', {
      summary: 'List companies',
      params: listParams,
    }),
    get: hubspot('GET /crm/v3/objects/companies/{companyId}', {
      summary: 'Get one company',
      params: getParams.extend({ companyId: idLike(companyId(0)) }),
    }),
    api_search: hubspot('POST /crm/v3/objects/companies/search', { summary: 'Search companies', ...searchOf(Company) }),
  },
  ...copyOf(Company, 'contacts'),
});
