import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { hubspot } from '../adapter.ts';
import { copyOf, crmObject } from '../records/crm-object.ts';
import { companyId } from '../sample-account.ts';
import { searchOf } from '../searching.ts';
import { getParams, idLike, listParams } from '../shared.ts';
import { changeOf, creationOf, nothing } from '../writing.ts';

const Company = crmObject(['createdate', 'domain', 'hs_lastmodifieddate', 'hs_object_id', 'hubspot_owner_id', 'name']);

const writable = {
  properties: {
    name: 'Name of the company',
    domain: 'Domain of its website, by which HubSpot recognizes duplicates',
    description: 'What the company does',
    phone: 'Telephone number',
    website: 'Website',
    industry: 'Industry, such as `COMPUTER_SOFTWARE`',
    address: 'Street and number',
    city: 'City',
    state: 'State or region',
    zip: 'Postal code',
    country: 'Country',
    numberofemployees: 'Number of employees',
    annualrevenue: 'Annual revenue in the currency of the company',
    lifecyclestage: 'Lifecycle stage, such as `lead`, `opportunity` or `customer`',
    hubspot_owner_id: 'Id of the owner, as `owners` has it',
  },
  example: { name: 'Northwind Paper', domain: 'northwind-paper.example' },
};

/** https://developers.hubspot.com/docs/api-reference/crm-companies-v3/guide */
export const companies = defineEntity({
  name: 'companies',
  summary: 'Organizations that employ contacts and take part in deals',
  keywords: [
    'firm',
    'business',
    'account in the crm',
    'accounts with employees',
    'business customer',
    'vendor',
    'partner',
    'supplier',
  ],
  record: Company,
  key: 'id',
  actions: {
    list: hubspot('GET /crm/v3/objects/companies', {
      summary: 'List companies',
      params: listParams,
    }),
    create: hubspot('POST /crm/v3/objects/companies', {
      beyondContract: true,
      summary: 'Create a company, associated with other records if wanted',
      ...creationOf('companies', writable),
    }),
    get: hubspot('GET /crm/v3/objects/companies/{companyId}', {
      summary: 'Get one company',
      params: getParams.extend({ companyId: idLike(companyId(0)) }),
    }),
    update: hubspot('PATCH /crm/v3/objects/companies/{companyId}', {
      beyondContract: true,
      summary: 'Change properties of a company; omitted ones stay unchanged',
      ...changeOf({ companyId: idLike(companyId(0)) }, writable),
    }),
    delete: hubspot('DELETE /crm/v3/objects/companies/{companyId}', {
      beyondContract: true,
      summary: 'Move a company to the recycling bin, from which people can restore it for 90 days',
      params: z.object({ companyId: z.string().describe('Id of the company') }),
      result: nothing,
    }),
    api_search: hubspot('POST /crm/v3/objects/companies/search', { summary: 'Search companies', ...searchOf(Company) }),
  },
  ...copyOf('companies', Company, 'contacts'),
});
