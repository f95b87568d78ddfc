import type { RawValue } from '@connectory/connector-sdk';
import { simulate } from '@connectory/sandbox';
import { portfolios } from '../src/entities/portfolios.ts';
import { profiles } from '../src/entities/profiles.ts';
import { sponsoredBrandsAdGroups } from '../src/entities/sponsored-brands-ad-groups.ts';
import { sponsoredBrandsCampaigns } from '../src/entities/sponsored-brands-campaigns.ts';
import { sponsoredProductAdGroups } from '../src/entities/sponsored-product-ad-groups.ts';
import { sponsoredProductCampaigns } from '../src/entities/sponsored-product-campaigns.ts';
import { sponsoredProductKeywords } from '../src/entities/sponsored-product-keywords.ts';
import { sponsoredProductNegativeKeywords } from '../src/entities/sponsored-product-negative-keywords.ts';
import { sponsoredProductNegativeTargets } from '../src/entities/sponsored-product-negative-targets.ts';
import { sponsoredProductProductAds } from '../src/entities/sponsored-product-product-ads.ts';
import { sponsoredProductTargets } from '../src/entities/sponsored-product-targets.ts';
import { inVendorStates } from '../src/sponsored-list.ts';
import {
  adGroupAt,
  brandsCampaignAt,
  campaignAt,
  rivals,
  sampleAdGroup,
  sampleBid,
  sampleBrandsLife,
  sampleInAdGroup,
  sampleLife,
} from './shop.ts';

/** How the simulated vendor selects by state. */
const simulatedStates = {
  matches: ({ state }: RawValue, { stateFilter: { include } = {} }: RawValue) =>
    include === undefined || inVendorStates(include).includes(state),
};

const isoTime = (time: RawValue) => (typeof time === 'number' ? new Date(time).toISOString() : undefined);

const portfolioRow = ({ creationDate, lastUpdatedDate, servingStatus, ...record }: RawValue) => ({
  ...record,
  extendedData: {
    creationDateTime: isoTime(creationDate),
    lastUpdateDateTime: isoTime(lastUpdatedDate),
    servingStatus,
  },
});

const sampleNames = ['Cookware', 'Knives and Boards', 'Coffee and Tea', 'Seasonal', 'New Products', 'Brand Defense'];

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

export const simulatedEntities = [
  simulate(portfolios, {
    sample: (source) => {
      const round = Math.floor(source.index / sampleNames.length);
      const name = sampleNames[source.index % sampleNames.length];
      const amount = source.integer(5, 80) * 100;
      const startDate = source.time(90).slice(0, 10);
      const budget = source.pick([
        { policy: 'NO_CAP', amount: undefined, currencyCode: undefined, startDate: undefined, endDate: undefined },
        { policy: 'MONTHLY_RECURRING', amount, currencyCode: 'USD', startDate, endDate: undefined },
        { policy: 'DATE_RANGE', amount, currencyCode: 'USD', startDate, endDate: source.time(-60).slice(0, 10) },
      ]);
      const isInBudget = source.index % 7 !== 6;
      return {
        portfolioId: String(118_274_630_955_102 + source.index * 3_307),
        name: round === 0 ? name : `${name} ${2026 - round}`,
        budget,
        inBudget: isInBudget,
        state: 'ENABLED',
        creationDate: source.epoch(source.integer(200, 900)) * 1000,
        lastUpdatedDate: source.epoch(source.integer(1, 190)) * 1000,
        servingStatus: isInBudget ? 'PORTFOLIO_STATUS_ENABLED' : 'PORTFOLIO_OUT_OF_BUDGET',
      };
    },
    actions: {
      list: { fields: { includeExtendedDataFields: null }, toRow: portfolioRow },
      get: { toRow: portfolioRow },
    },
  }),
  simulate(profiles, {
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
    actions: {
      list: {
        matches: ({ accountInfo }, { profileTypeFilter }) => profileTypeFilter.split(',').includes(accountInfo.type),
      },
    },
  }),
  simulate(sponsoredBrandsAdGroups, {
    sample: (source) => {
      const campaign = brandsCampaignAt(source.index);
      return {
        adGroupId: String(276_590_418_337_862 + source.index * 2_287),
        campaignId: campaign.campaignId,
        name: `${campaign.name} | ${source.pick(['Brand keywords', 'Category keywords', 'Product targets'])}`,
        bid: undefined,
        ...sampleBrandsLife(source, 'AD_GROUP', campaign.age - 1, campaign.state),
      };
    },
    actions: {
      list: simulatedStates,
    },
  }),
  simulate(sponsoredBrandsCampaigns, {
    sample: (source) => {
      const { campaignId, name, age } = brandsCampaignAt(source.index);
      const isLifetime = source.index % 6 === 5;
      const bidOptimization = source.index % 3 !== 0;
      return {
        campaignId,
        name,
        budget: isLifetime ? source.integer(10, 60) * 100 : source.integer(4, 40) * 5,
        budgetType: isLifetime ? 'LIFETIME' : 'DAILY',
        startDate: source.time(age).slice(0, 10),
        endDate: isLifetime ? source.time(-45).slice(0, 10) : undefined,
        bidding: { bidOptimization },
        bidOptimization,
        bidMultiplier: undefined,
        portfolioId: source.of('portfolios'),
        costType: 'CPC',
        productLocation: 'SOLD_ON_AMAZON',
        smartDefault: null,
        tags: {},
        ...sampleBrandsLife(source, 'CAMPAIGN', age),
      };
    },
    actions: {
      list: {
        ...simulatedStates,
        toRow: ({ bidOptimization: _inBidding, smartDefault, ...rest }) => ({
          ...rest,
          smartDefault: smartDefault?.split(','),
        }),
      },
    },
  }),
  simulate(sponsoredProductAdGroups, {
    sample: (source) => {
      const { adGroupId, campaign } = adGroupAt(source.index);
      return {
        adGroupId,
        campaignId: campaign.campaignId,
        name: `${campaign.product.name} | ${campaign.targetingType === 'AUTO' ? 'All matches' : 'Top searches'}`,
        defaultBid: sampleBid(source),
        ...sampleLife(source, 'AD_GROUP', campaign.age - 1, campaign.state),
      };
    },
    actions: {
      list: simulatedStates,
    },
  }),
  simulate(sponsoredProductCampaigns, {
    sample: (source) => {
      const { campaignId, name, targetingType, age } = campaignAt(source.index);
      const { state, extendedData } = sampleLife(source, 'CAMPAIGN', age);
      return {
        campaignId,
        portfolioId: source.of('portfolios'),
        name,
        campaignType: undefined,
        targetingType,
        state,
        startDate: extendedData.creationDateTime.slice(0, 10),
        endDate: state === 'ARCHIVED' ? extendedData.lastUpdateDateTime.slice(0, 10) : undefined,
        marketplaceBudgetAllocation: undefined,
        tags: source.index % 4 === 0 ? { team: 'Kitchen' } : {},
        premiumBidAdjustment: undefined,
        dynamicBidding: {
          strategy: source.pick(['LEGACY_FOR_SALES', 'AUTO_FOR_SALES', 'MANUAL']),
          placementBidding: [{ placement: 'PLACEMENT_TOP', percentage: source.integer(0, 12) * 5 }],
        },
        bidding: undefined,
        dailyBudget: undefined,
        budget: { budgetType: 'DAILY', budget: source.integer(3, 40) * 5 },
        offAmazonSettings: undefined,
        extendedData,
      };
    },
    actions: {
      list: simulatedStates,
    },
  }),
  simulate(sponsoredProductKeywords, {
    sample: (source) => {
      const adGroup = sampleAdGroup(source, 'manual');
      return {
        keywordId: String(403_117_259_880_346 + source.index * 1_229),
        ...sampleInAdGroup(source, adGroup, 'TARGETING_CLAUSE'),
        keywordText: adGroup.campaign.product.searches[source.index % 3],
        matchType: source.pick(['EXACT', 'PHRASE', 'BROAD']),
        bid: source.index % 5 === 4 ? undefined : sampleBid(source),
      };
    },
    actions: {
      list: simulatedStates,
    },
  }),
  simulate(sponsoredProductNegativeKeywords, {
    sample: (source) => {
      const adGroup = sampleAdGroup(source);
      return {
        keywordId: String(405_886_302_417_928 + source.index * 1_117),
        ...sampleInAdGroup(source, adGroup, 'TARGETING_CLAUSE'),
        keywordText: adGroup.campaign.product.unwanted[source.index < 20 ? 0 : 1],
        matchType: source.pick(['NEGATIVE_EXACT', 'NEGATIVE_PHRASE']),
      };
    },
    actions: {
      list: simulatedStates,
    },
  }),
  simulate(sponsoredProductNegativeTargets, {
    sample: (source) => {
      const adGroup = sampleAdGroup(source);
      const expression = [{ type: 'ASIN_SAME_AS', value: adGroup.campaign.product.asin }];
      return {
        targetId: String(516_093_285_740_661 + source.index * 1_453),
        ...sampleInAdGroup(source, adGroup, 'TARGETING_CLAUSE'),
        expression,
        resolvedExpression: expression,
        expressionType: undefined,
      };
    },
    actions: {
      list: simulatedStates,
    },
  }),
  simulate(sponsoredProductProductAds, {
    sample: (source) => {
      const adGroup = sampleAdGroup(source);
      const { asin, sku } = adGroup.campaign.product;
      return {
        adId: String(350_628_194_073_515 + source.index * 1_367),
        ...sampleInAdGroup(source, adGroup, 'AD'),
        asin,
        sku,
      };
    },
    actions: {
      list: simulatedStates,
    },
  }),
  simulate(sponsoredProductTargets, {
    sample: (source) => {
      const adGroup = sampleAdGroup(source);
      const { targetingType } = adGroup.campaign;
      const expression =
        targetingType === 'AUTO'
          ? [{ type: source.pick(['QUERY_HIGH_REL_MATCHES', 'QUERY_BROAD_REL_MATCHES', 'ASIN_SUBSTITUTE_RELATED']) }]
          : [{ type: 'ASIN_SAME_AS', value: source.pick(rivals) }];
      return {
        targetId: String(512_740_963_158_204 + source.index * 1_531),
        ...sampleInAdGroup(source, adGroup, 'TARGETING_CLAUSE'),
        expression,
        resolvedExpression: expression,
        expressionType: targetingType,
        bid: sampleBid(source),
      };
    },
    actions: {
      list: simulatedStates,
    },
  }),
];
