import { defineEntity } from '@connectory/connector-sdk';
import { hubspot } from '../adapter.ts';
import { copyOf, crmObject } from '../records/crm-object.ts';
import {
  associationsOf,
  companyDomain,
  companyId,
  companyName,
  contactId,
  contactsAt,
  owner,
  sampleObject,
} from '../sample-account.ts';
import { searchOf } from '../searching.ts';
import { foundBy, getParams, idLike, listParams, simulatedList } from '../shared.ts';

const Company = crmObject(['createdate', 'domain', 'hs_lastmodifieddate', 'hs_object_id', 'hubspot_owner_id', 'name']);

/** https://developers.hubspot.com/docs/api-reference/crm-companies-v3/guide */
export const companies = defineEntity({
  name: 'companies',
  summary: 'Organizations that employ contacts and take part in deals',
  record: Company,
  key: 'id',
  actions: {
    list: hubspot('GET /crm/v3/objects/companies', {
      summary: 'List companies',
      params: listParams,
      simulate: simulatedList,
    }),
    get: hubspot('GET /crm/v3/objects/companies/{companyId}', {
      summary: 'Get one company',
      params: getParams.extend({ companyId: idLike(companyId(0)) }),
      simulate: foundBy('companyId'),
    }),
    api_search: hubspot('POST /crm/v3/objects/companies/search', { summary: 'Search companies', ...searchOf(Company) }),
  },
  ...copyOf(Company, 'contacts'),
  sample: (source) => {
    const id = companyId(source.index);
    const created = source.time(source.integer(100, 900));
    const changed = source.time(source.integer(0, 90));
    return {
      ...sampleObject('0-2', id, created, changed),
      properties: {
        createdate: created,
        domain: companyDomain(source.index),
        hs_lastmodifieddate: changed,
        hs_object_id: id,
        hubspot_owner_id: owner(source),
        name: companyName(source.index),
      },
      associations: associationsOf({ contacts: [contactsAt(source.index).map(contactId), 'company_to_contact'] }),
    };
  },
});
