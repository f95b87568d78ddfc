import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { amazon, mediaType } from '../adapter.ts';
import { Id, number, open, text } from '../records/sponsored.ts';
import { sponsoredList } from '../sponsored-list.ts';

const Placement = z.object({ placement: text, percentage: z.int().nullish() });
const Bidding = z.object({ strategy: text, placementBidding: z.array(Placement).nullish() }).nullish();

const Campaign = z.object({
  campaignId: Id,
  portfolioId: Id.nullish(),
  name: text,
  campaignType: text,
  targetingType: z.enum(['manual', 'auto', 'MANUAL', 'AUTO']).nullish(),
  state: text,
  startDate: text,
  endDate: text,
  marketplaceBudgetAllocation: text,
  tags: open,
  premiumBidAdjustment: z.boolean().nullish(),
  dynamicBidding: Bidding,
  bidding: Bidding,
  dailyBudget: number,
  budget: z.object({ budgetType: text, budget: number }).nullish(),
  offAmazonSettings: open,
  extendedData: open,
});

const campaigns = { recordsAt: 'campaigns', media: 'spCampaign.v3' } as const;

/** https://advertising.amazon.com/API/docs/en-us/sponsored-products/3-0/openapi/prod */
export const sponsoredProductCampaigns = defineEntity({
  name: 'sponsored_product_campaigns',
  summary: 'Sponsored Products campaigns, which advertise single products',
  keywords: ['amazon campaigns', 'amazon ads campaigns', 'acos', 'skus in ads', 'sp campaigns', 'auto campaigns'],
  record: Campaign,
  key: 'campaignId',
  actions: {
    list: sponsoredList('POST /sp/campaigns/list', { summary: 'List Sponsored Products campaigns', ...campaigns }),
    get: amazon('POST /sp/campaigns/list', {
      summary: 'Get one Sponsored Products campaign',
      params: z.object({ campaignId: z.int().describe('Campaign id') }),
      wire: ({ campaignId }) => ({
        body: { campaignIdFilter: { include: [String(campaignId)] }, includeExtendedDataFields: true },
      }),
      match: { campaignId: 'campaignId' },
      paging: null,
      meta: {},
      recordsAt: campaigns.recordsAt,
      headers: mediaType(campaigns.media),
    }),
  },
});
