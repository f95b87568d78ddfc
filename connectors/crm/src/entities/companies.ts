import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { hubspot } from '../adapter.ts';
import { associated, crmObject, property, wholeRecords } from '../records/crm-object.ts';
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
import { getParams, isIdentified, listParams, simulatedList } from '../shared.ts';

const Company = crmObject({
  createdate: property,
  domain: property,
  hs_lastmodifieddate: property,
  hs_object_id: property,
  hubspot_owner_id: property,
  name: property,
});

/** Contract A2, companies; https://developers.hubspot.com/docs/api-reference/crm-companies-v3/guide */
export const companies = defineEntity({
  name: 'companies',
  summary: 'Organizations that contacts work at and deals are made with',
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
      params: getParams.extend({
        companyId: z
          .string()
          .describe('Company id, or a value of idProperty')
          .meta({ examples: [companyId(0)] }),
      }),
      simulate: { matches: (company, { companyId, idProperty }) => isIdentified(company, companyId, idProperty) },
    }),
    api_search: hubspot('POST /crm/v3/objects/companies/search', { summary: 'Search companies', ...searchOf(Company) }),
  },
  search: {
    fields: [
      'archived',
      'createdAt',
      'id',
      'properties',
      'properties.createdate',
      'properties.domain',
      'properties.hs_lastmodifieddate',
      'properties.hs_object_id',
      'properties.hubspot_owner_id',
      'properties.name',
      'updatedAt',
    ],
    derived: { contacts: associated('contacts') },
  },
  sync: { via: 'list', params: wholeRecords(Company, 'contacts') },
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
