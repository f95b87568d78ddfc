import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { amazon } from '../adapter.ts';
import { commaSeparated } from '../comma-separated.ts';
import { number, text } from '../records/sponsored.ts';

const Profile = z.object({
  profileId: z.int(),
  countryCode: text,
  currencyCode: text,
  dailyBudget: number,
  timezone: text,
  accountInfo: z
    .object({
      marketplaceStringId: text,
      id: text,
      type: z.enum(['seller', 'vendor', 'agency']).nullish(),
      name: text,
      subType: text,
      validPaymentMethod: z.boolean().nullish(),
    })
    .nullish(),
});

// Profiles are those of the user, not of the connection's profile.
const ofUser = { 'amazon-advertising-api-scope': null };

/** https://advertising.amazon.com/API/docs/en-us/reference/2/profiles */
export const profiles = defineEntity({
  name: 'profiles',
  summary: 'Profiles: the accounts of an advertiser, one for each marketplace',
  keywords: ['advertising account', 'in which countries do we advertise', 'seller or vendor'],
  record: Profile,
  key: 'profileId',
  actions: {
    list: amazon('GET /v2/profiles', {
      summary: 'List the profiles the user can open',
      params: z.object({
        profileTypeFilter: commaSeparated(['seller', 'vendor', 'agency'])
          .default('seller,vendor')
          .describe('Types of accounts, separated by commas: seller, vendor, agency'),
      }),
      headers: ofUser,
      paging: null,
    }),
    get: amazon('GET /v2/profiles/{profileId}', {
      summary: 'Get one profile',
      params: z.object({ profileId: z.int().describe('Profile id') }),
      headers: ofUser,
    }),
  },
  search: { title: 'accountInfo.name', fields: allFields(Profile) },
  sync: { via: 'list', params: { profileTypeFilter: 'seller,vendor,agency' } },
});
