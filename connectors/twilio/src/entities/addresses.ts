import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { twilio } from '../adapter.ts';
import { ofEachAccount } from '../of-each-account.ts';
import { practiceAt, sampleResource } from '../sample-practice.ts';
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

const uses = ['Practice', 'Billing', 'X-ray lab', 'Storage'];

/** https://www.twilio.com/docs/usage/api/address */
export const addresses = defineEntity({
  name: 'addresses',
  summary: 'Postal addresses that phone numbers require by law, or for emergency calls',
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
    fields: allFields(Address, {
      except: ['street_secondary', 'emergency_enabled', 'date_created', 'date_updated', 'uri'],
    }),
  },
  sync: ofEachAccount,
  sample: ({ index }) => {
    const { sid: account, nth, name, street, city, region, postal } = practiceAt(index);
    return {
      ...sampleResource('AD', 'Addresses', account, { index, age: 350 + index * 13 }),
      customer_name: name,
      friendly_name: `${city}, ${uses[nth % uses.length]?.toLowerCase()}`,
      street,
      street_secondary: nth === 0 ? null : `Suite ${nth}0${index % 4}`,
      city,
      region,
      postal_code: postal,
      iso_country: 'US',
      emergency_enabled: nth === 0,
      validated: true,
      verified: nth === 0,
    };
  },
});
