import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { hubspot } from '../adapter.ts';
import { copyOf, crmObject } from '../records/crm-object.ts';
import { contactId } from '../sample-account.ts';
import { searchOf } from '../searching.ts';
import { getParams, idLike, listParams } from '../shared.ts';
import { changeOf, creationOf, nothing } from '../writing.ts';

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

const writable = {
  properties: {
    email: 'Email address, which no two contacts share',
    firstname: 'First name',
    lastname: 'Last name',
    phone: 'Telephone number',
    mobilephone: 'Mobile telephone number',
    jobtitle: 'Position in the company',
    company: 'Name of the employer as a text; associations link to a company',
    website: 'Website',
    lifecyclestage: 'Lifecycle stage, such as `lead`, `opportunity` or `customer`',
    hs_lead_status: 'Lead status, such as `NEW`, `OPEN` or `IN_PROGRESS`',
    hubspot_owner_id: 'Id of the owner, as `owners` has it',
  },
  example: { email: 'ada@example.com', firstname: 'Ada', lastname: 'Byron' },
};

/** https://developers.hubspot.com/docs/api-reference/crm-contacts-v3/guide */
export const contacts = defineEntity({
  name: 'contacts',
  summary: 'People the company is in touch with',
  keywords: [
    'lead',
    'person',
    'contact details',
    'person with the email',
    'phone number of',
    'everything we have on',
    'mql',
    'prospect',
  ],
  record: Contact,
  key: 'id',
  actions: {
    list: hubspot('GET /crm/v3/objects/contacts', {
      summary: 'List contacts',
      params: listParams,
    }),
    create: hubspot('POST /crm/v3/objects/contacts', {
      beyondContract: true,
      summary: 'Create a contact, associated with other records if wanted',
      ...creationOf('contacts', writable),
    }),
    get: hubspot('GET /crm/v3/objects/contacts/{contactId}', {
      summary: 'Get one contact',
      params: getParams.extend({ contactId: idLike(contactId(0)) }),
    }),
    update: hubspot('PATCH /crm/v3/objects/contacts/{contactId}', {
      beyondContract: true,
      summary: 'Change properties of a contact; omitted ones stay unchanged',
      ...changeOf({ contactId: idLike(contactId(0)) }, writable),
    }),
    delete: hubspot('DELETE /crm/v3/objects/contacts/{contactId}', {
      beyondContract: true,
      summary: 'Move a contact to the recycling bin, from which people can restore it for 90 days',
      params: z.object({ contactId: z.string().describe('Id of the contact') }),
      result: nothing,
    }),
    api_search: hubspot('POST /crm/v3/objects/contacts/search', { summary: 'Search contacts', ...searchOf(Contact) }),
  },
  ...copyOf('contacts', Contact, 'companies'),
});
