import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { amazon } from '../adapter.ts';
import { commaSeparated } from '../comma-separated.ts';

const Profile = z.object({
  profileId: z.int(),
  countryCode: z.string().nullish(),
  currencyCode: z.string().nullish(),
  dailyBudget: z.number().nullish(),
  timezone: z.string().nullish(),
  accountInfo: z
    .object({
      marketplaceStringId: z.string().nullish(),
      id: z.string().nullish(),
      type: z.enum(['seller', 'vendor', 'agency']).nullish(),
      name: z.string().nullish(),
      subType: z.string().nullish(),
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
  ['seller', 'Hearth & Pine', 'A3QF7K2MZV9T1C'],
  ['seller', 'Alder Street Kitchen', 'A1YD58RWN0HB6X'],
  ['vendor', 'Northfield Home', 'ENTITY2P7VX4KQ9JTR'],
  ['seller', 'Copper Kettle Tea', 'A2LM94GJ3SEU7P'],
  ['vendor', 'Bellweather Knives', 'ENTITY36HZ1MWC8DNB'],
  ['agency', 'Harbor Lane Media', 'ENTITY1TQ5RY0FXK2L'],
  ['seller', 'Tidewater Linens', 'A38CVX6NQ1PZ0W'],
] as const;

/** Contract B5, profiles; https://advertising.amazon.com/API/docs/en-us/reference/2/profiles */
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
    const [type, name, id] = accounts[Math.floor(source.index / marketplaces.length) % accounts.length] ?? accounts[0];
    return {
      profileId: 1_284_093_571_640_228 + source.index * 37_511,
      countryCode,
      currencyCode,
      dailyBudget: type === 'seller' ? source.integer(5, 60) * 10 : undefined,
      timezone,
      accountInfo: {
        marketplaceStringId,
        id,
        type,
        name,
        subType: undefined,
        validPaymentMethod: type === 'vendor' ? true : undefined,
      },
    };
  },
});
