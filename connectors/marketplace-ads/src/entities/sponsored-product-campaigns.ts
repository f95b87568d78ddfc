import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { amazon } from '../adapter.ts';
import { Id, open } from '../records/sponsored.ts';
import { campaignAt, sampleHistory, servingStatus } from '../sample-shop.ts';
import { sponsoredList } from '../sponsored-list.ts';

const Bidding = z
  .object({
    strategy: z.string().nullish(),
    placementBidding: z.array(z.object({ placement: z.string().nullish(), percentage: z.int().nullish() })).nullish(),
  })
  .nullish();

const Campaign = z.object({
  campaignId: Id,
  portfolioId: Id.nullish(),
  name: z.string().nullish(),
  campaignType: z.string().nullish(),
  targetingType: z.enum(['manual', 'auto', 'MANUAL', 'AUTO']).nullish(),
  state: z.string().nullish(),
  startDate: z.string().nullish(),
  endDate: z.string().nullish(),
  marketplaceBudgetAllocation: z.string().nullish(),
  tags: open,
  premiumBidAdjustment: z.boolean().nullish(),
  dynamicBidding: Bidding,
  bidding: Bidding,
  dailyBudget: z.number().nullish(),
  budget: z.object({ budgetType: z.string().nullish(), budget: z.number().nullish() }).nullish(),
  offAmazonSettings: open,
  extendedData: open,
});

const { simulate, wire, params, ...campaign } = sponsoredList({
  summary: 'List Sponsored Products campaigns',
  media: 'spCampaign.v3',
  recordsAt: 'campaigns',
});

/** Contract B5, sponsored_product_campaigns; https://advertising.amazon.com/API/docs/en-us/sponsored-products/3-0/openapi/prod */
export const sponsoredProductCampaigns = defineEntity({
  name: 'sponsored_product_campaigns',
  summary: 'Sponsored Products campaigns, which advertise single products',
  record: Campaign,
  key: 'campaignId',
  actions: {
    list: amazon('POST /sp/campaigns/list', { ...campaign, params, wire, simulate }),
    get: amazon('POST /sp/campaigns/list', {
      ...campaign,
      summary: 'Get one Sponsored Products campaign',
      params: z.object({ campaignId: z.int().describe('Campaign id') }),
      wire: ({ campaignId }) => ({
        body: { campaignIdFilter: { include: [String(campaignId)] }, includeExtendedDataFields: true },
      }),
      match: { campaignId: 'campaignId' },
    }),
  },
  sample: (source) => {
    const { campaignId, name, targetingType, state, age } = campaignAt(source.index);
    const history = sampleHistory(source, age, servingStatus('CAMPAIGN', 'CAMPAIGN_STATUS_ENABLED', state));
    return {
      campaignId,
      portfolioId: source.of('portfolios'),
      name,
      campaignType: undefined,
      targetingType,
      state,
      startDate: history.creationDateTime.slice(0, 10),
      endDate: state === 'ARCHIVED' ? history.lastUpdateDateTime.slice(0, 10) : undefined,
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
      extendedData: history,
    };
  },
});
