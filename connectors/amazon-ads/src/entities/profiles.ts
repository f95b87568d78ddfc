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

const marketplaces = [
  ['US', 'USD', 'America/Los_Angeles', 'ATVPDKIKX0DER'],
  ['CA', 'CAD', 'America/Los_Angeles', 'A2EUQ1WTGCTBG2'],
  ['MX', 'MXN', 'America/Los_Angeles', 'A1AM78C64UM0Y8'],
  ['BR', 'BRL', 'America/Sao_Paulo', 'A2Q3Y263D00KWC'],
] as const;

const accounts = [
  { type: 'seller', name: 'Hearth & Pine', id: 'A3QF7K2MZV9T1C' },
  { type: 'seller', name: 'Alder Street Kitchen', id: 'A1YD58RWN0HB6X' },
  { type: 'vendor', name: 'Northfield Home', id: 'ENTITY2P7VX4KQ9JTR' },
  { type: 'seller', name: 'Copper Kettle Tea', id: 'A2LM94GJ3SEU7P' },
  { type: 'vendor', name: 'Bellweather Knives', id: 'ENTITY36HZ1MWC8DNB' },
  { type: 'agency', name: 'Harbor Lane Media', id: 'ENTITY1TQ5RY0FXK2L' },
  { type: 'seller', name: 'Tidewater Linens', id: 'A38CVX6NQ1PZ0W' },
] as const;

/** https://advertising.amazon.com/API/docs/en-us/reference/2/profiles */
export const profiles = defineEntity({
  name: 'profiles',
  summary: 'Profiles: the accounts of an advertiser, one for each marketplace',
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
      simulate: {
        matches: ({ accountInfo }, { profileTypeFilter }) => profileTypeFilter.split(',').includes(accountInfo.type),
      },
    }),
    get: amazon('GET /v2/profiles/{profileId}', {
      summary: 'Get one profile',
      params: z.object({ profileId: z.int().describe('Profile id') }),
      headers: ofUser,
    }),
  },
  search: { fields: allFields(Profile) },
  sync: { via: 'list', params: { profileTypeFilter: 'seller,vendor,agency' } },
  sample: (source) => {
    const [countryCode, currencyCode, timezone, marketplaceStringId] =
      marketplaces[source.index % marketplaces.length] ?? marketplaces[0];
    const account = accounts[Math.floor(source.index / marketplaces.length) % accounts.length] ?? accounts[0];
    const validPaymentMethod = account.type === 'vendor' ? true : undefined;
    return {
      profileId: 1_284_093_571_640_228 + source.index * 37_511,
      countryCode,
      currencyCode,
      dailyBudget: account.type === 'seller' ? source.integer(5, 60) * 10 : undefined,
      timezone,
      accountInfo: { ...account, marketplaceStringId, subType: undefined, validPaymentMethod },
    };
  },
});
