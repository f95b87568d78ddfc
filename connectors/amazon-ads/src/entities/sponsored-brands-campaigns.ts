import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { Id, number, open, State, text } from '../records/sponsored.ts';
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
  keywords: ['banner campaigns', 'amazon campaigns', 'promoted products', 'amazon ads campaigns', 'acos'],
  record: Campaign,
  key: 'campaignId',
  actions: {
    list: sponsoredList('POST /sb/v4/campaigns/list', {
      summary: 'List Sponsored Brands campaigns',
      media: 'sbcampaignresource.v4',
      recordsAt: 'campaigns',
      maxResults: 100,
      // Version 4 nested one field, and turned another one into a list.
      toRecord: (row) => ({
        ...row,
        bidOptimization: row.bidding?.bidOptimization ?? null,
        smartDefault: row.smartDefault?.join(',') ?? null,
      }),
    }),
  },
});
