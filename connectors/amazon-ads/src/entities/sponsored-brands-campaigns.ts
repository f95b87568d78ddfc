import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { Id, number, open, State, text } from '../records/sponsored.ts';
import { brandsCampaignAt, sampleBrandsLife } from '../sample-shop.ts';
import { sponsoredList } from '../sponsored-list.ts';

const Campaign = z.object({
  campaignId: Id,
  name: text,
  state: State,
  budget: number,
  budgetType: z.enum(['DAILY', 'LIFETIME']).nullish(),
  startDate: text,
  endDate: text,
  bidding: open,
  bidOptimization: z.boolean().nullish(),
  bidMultiplier: number,
  portfolioId: Id.nullish(),
  costType: text,
  productLocation: text,
  smartDefault: text,
  tags: open,
  extendedData: open,
});

/** https://advertising.amazon.com/API/docs/en-us/sponsored-brands/3-0/openapi/prod */
export const sponsoredBrandsCampaigns = defineEntity({
  name: 'sponsored_brands_campaigns',
  summary: 'Sponsored Brands campaigns, which advertise a brand with its products',
  record: Campaign,
  key: 'campaignId',
  actions: {
    list: sponsoredList('POST /sb/v4/campaigns/list', {
      summary: 'List Sponsored Brands campaigns',
      media: 'sbcampaignresource.v4',
      recordsAt: 'campaigns',
      mostResults: 100,
      // Version 4 nested one field, and turned another one into a list.
      toRecord: (row) => ({
        ...row,
        bidOptimization: row.bidding?.bidOptimization ?? null,
        smartDefault: row.smartDefault?.join(',') ?? null,
      }),
      toRow: ({ bidOptimization: _inBidding, smartDefault, ...rest }) => ({
        ...rest,
        smartDefault: smartDefault?.split(','),
      }),
    }),
  },
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
});
