import { defineEntity } from '@connectory/connector-sdk';
import { hubspot } from '../adapter.ts';
import { copyOf, crmObject } from '../records/crm-object.ts';
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
import { foundBy, getParams, idLike, listParams, simulatedList } from '../shared.ts';

const Contact = crmObject([
  'associatedcompanyid',
  'createdate',
  'email',
  'firstname',
  'hs_object_id',
  'hubspot_owner_id',
  'lastmodifieddate',
  'lastname',
]);

/** https://developers.hubspot.com/docs/api-reference/crm-contacts-v3/guide */
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
      params: getParams.extend({ contactId: idLike(contactId(0)) }),
      simulate: foundBy('contactId'),
    }),
    api_search: hubspot('POST /crm/v3/objects/contacts/search', { summary: 'Search contacts', ...searchOf(Contact) }),
  },
  ...copyOf(Contact, 'companies'),
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
