import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { twilio } from '../adapter.ts';
import { ofEachAccount } from '../of-each-account.ts';
import { listParams, oneOf, resource } from '../shared.ts';

const Address = z.object({
  ...resource,
  customer_name: z.string().nullish(),
  friendly_name: z.string().nullish(),
  street: z.string().nullish(),
  street_secondary: z.string().nullish(),
  city: z.string().nullish(),
  region: z.string().nullish(),
  postal_code: z.string().nullish(),
  iso_country: z.string().nullish(),
  emergency_enabled: z.boolean().nullish(),
  validated: z.boolean().nullish(),
  verified: z.boolean().nullish(),
});

/** https://www.twilio.com/docs/usage/api/address */
export const addresses = defineEntity({
  name: 'addresses',
  summary: 'Postal addresses that phone numbers require by law, or for emergency calls',
  keywords: ['registered address', 'home', '911 address', 'addresses on file', 'regulatory address'],
  record: Address,
  key: 'sid',
  actions: {
    list: twilio('GET /Accounts/{AccountSid}/Addresses.json', {
      summary: 'List the addresses of an account',
      params: listParams,
      recordsAt: 'addresses',
    }),
    get: twilio('GET /Accounts/{AccountSid}/Addresses/{sid}.json', {
      summary: 'Get one address',
      params: oneOf('AD', 'address'),
    }),
  },
  search: {
    title: ['customer_name', 'friendly_name'],
    fields: allFields(Address, {
      except: ['street_secondary', 'emergency_enabled', 'date_created', 'date_updated', 'uri'],
    }),
  },
  sync: ofEachAccount,
});
