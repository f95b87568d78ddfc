import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { amazon, mediaType } from '../adapter.ts';
import { Id, number, open, text } from '../records/sponsored.ts';
import { sponsoredList } from '../sponsored-list.ts';
import { amount, archivesOne, changedState, idParam, state, writesOne } from '../sponsored-writes.ts';

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

const written = { list: campaigns.recordsAt, record: 'campaign', media: campaigns.media } as const;

const budget = z.strictObject({
  budgetType: z.literal('DAILY').default('DAILY').describe('Kind of budget; Amazon has only `DAILY`'),
  budget: amount.describe('Budget per day, in the currency of the profile'),
});

const campaignFields = {
  endDate: z.iso.date().optional().describe('Last day; without it, there is no end'),
  portfolioId: idParam('portfolio').optional().describe('Id of its portfolio'),
  dynamicBidding: z
    .strictObject({
      strategy: z
        .enum(['LEGACY_FOR_SALES', 'AUTO_FOR_SALES', 'MANUAL', 'RULE_BASED'])
        .describe('How Amazon changes bids: only lower, lower and raise, not at all, or by rules'),
      placementBidding: z
        .array(
          z.strictObject({
            placement: z
              .enum(['PLACEMENT_TOP', 'PLACEMENT_PRODUCT_PAGE', 'PLACEMENT_REST_OF_SEARCH'])
              .describe('Where the ad is shown'),
            percentage: z.int().min(0).max(900).describe('Percentage by which bids rise there'),
          }),
        )
        .optional()
        .describe('Higher bids by placement'),
    })
    .optional()
    .describe('How bids are adjusted'),
};

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
    create: amazon('POST /sp/campaigns', {
      summary: 'Create a Sponsored Products campaign; enabled campaigns spend money',
      effect: 'outward',
      params: z.object({
        name: z.string().min(1).max(128).describe('Name, unique among the campaigns of the profile'),
        targetingType: z.enum(['MANUAL', 'AUTO']).describe('Whether you choose keywords and products, or Amazon does'),
        state,
        budget: budget.describe('Budget per day'),
        startDate: z.iso.date().describe('First day, not before today'),
        ...campaignFields,
      }),
      ...writesOne(written),
    }),
    update: amazon('PUT /sp/campaigns', {
      summary: 'Enable, pause or rename a Sponsored Products campaign, or change its budget, dates or bidding',
      effect: 'outward',
      params: z.object({
        campaignId: idParam('campaign'),
        name: z.string().min(1).max(128).optional().describe('New name'),
        state: changedState,
        budget: budget.optional().describe('New budget per day'),
        startDate: z.iso.date().optional().describe('New first day, of a campaign that has not started'),
        ...campaignFields,
      }),
      ...writesOne(written),
    }),
    delete: amazon('POST /sp/campaigns/delete', {
      summary: 'Archive a Sponsored Products campaign with all it contains; it cannot be enabled again',
      ...archivesOne(written, 'campaignId'),
    }),
  },
});
