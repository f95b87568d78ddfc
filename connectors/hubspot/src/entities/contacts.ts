import { defineEntity } from '@connectory/connector-sdk';
import { hubspot } from '../adapter.ts';
import { copyOf, crmObject } from '../records/crm-object.ts';
import { contactId } from '../sample-account.ts';
import { searchOf } from '../searching.ts';
import { getParams, idLike, listParams } from '../shared.ts';

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
  keywords: ['lead', 'person', 'contact details', 'phone number of', 'everything we have on', 'mql', 'prospect'],
  record: Contact,
  key: 'id',
  actions: {
    list: hubspot('GET /crm/v3/objects/contacts', {
      summary: 'List contacts',
      params: listParams,
    }),
    get: hubspot('GET /crm/v3/objects/contacts/{contactId}', {
      summary: 'Get one contact',
      params: getParams.extend({ contactId: idLike(contactId(0)) }),
    }),
    api_search: hubspot('POST /crm/v3/objects/contacts/search', { summary: 'Search contacts', ...searchOf(Contact) }),
  },
  ...copyOf(Contact, 'companies'),
});
