import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { hubspot } from '../adapter.ts';
import { associated, crmObject, property, wholeRecords } from '../records/crm-object.ts';
import {
  associationsOf,
  companyDomain,
  companyId,
  contactId,
  employerOf,
  owner,
  sampleObject,
} from '../sample-account.ts';
import { searchOf } from '../searching.ts';
import { getParams, isIdentified, listParams, simulatedList } from '../shared.ts';

const Contact = crmObject({
  associatedcompanyid: property,
  createdate: property,
  email: property,
  firstname: property,
  hs_object_id: property,
  hubspot_owner_id: property,
  lastmodifieddate: property,
  lastname: property,
});

/** Contract A2, contacts; https://developers.hubspot.com/docs/api-reference/crm-contacts-v3/guide */
export const contacts = defineEntity({
  name: 'contacts',
  summary: 'People the company is in touch with',
  record: Contact,
  key: 'id',
  actions: {
    list: hubspot('GET /crm/v3/objects/contacts', {
      summary: 'List contacts',
      params: listParams,
      simulate: simulatedList,
    }),
    get: hubspot('GET /crm/v3/objects/contacts/{contactId}', {
      summary: 'Get one contact',
      params: getParams.extend({
        contactId: z
          .string()
          .describe('Contact id, or a value of idProperty')
          .meta({ examples: [contactId(0)] }),
      }),
      simulate: { matches: (contact, { contactId, idProperty }) => isIdentified(contact, contactId, idProperty) },
    }),
    api_search: hubspot('POST /crm/v3/objects/contacts/search', { summary: 'Search contacts', ...searchOf(Contact) }),
  },
  search: {
    fields: [
      'archived',
      'createdAt',
      'id',
      'properties',
      'properties.associatedcompanyid',
      'properties.createdate',
      'properties.email',
      'properties.firstname',
      'properties.hs_object_id',
      'properties.hubspot_owner_id',
      'properties.lastmodifieddate',
      'properties.lastname',
      'updatedAt',
    ],
    derived: { companies: associated('companies') },
  },
  sync: { via: 'list', params: wholeRecords(Contact, 'companies') },
  sample: (source) => {
    const { first, last, email } = source.person();
    const id = contactId(source.index);
    const employer = employerOf(source.index);
    const created = source.time(source.integer(60, 700));
    const changed = source.time(source.integer(0, 59));
    return {
      ...sampleObject('0-1', id, created, changed),
      properties: {
        associatedcompanyid: companyId(employer),
        createdate: created,
        email: email.replace(/@.*/, `@${companyDomain(employer)}`),
        firstname: first,
        hs_object_id: id,
        hubspot_owner_id: owner(source),
        lastmodifieddate: changed,
        lastname: last,
      },
      associations: associationsOf({
        companies: [[companyId(employer)], 'contact_to_company', 'contact_to_company_unlabeled'],
      }),
    };
  },
});
