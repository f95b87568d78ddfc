import type { RawValue } from '@connectory/connector-sdk';
import { z } from 'zod';

/** A part of a record whose fields Mailchimp does not specify. */
export const object = z.record(z.string(), z.unknown());

/** Parameters of every paged list. */
export const listParams = z.object({
  count: z.int().min(1).max(1000).default(10).describe('Number of records per page'),
  offset: z.int().min(0).default(0).describe('Number of records to skip'),
});

/** The direction of a sorted list. */
export const sort_dir = z.enum(['ASC', 'DESC']).optional().describe('Sort direction');

/** The audience of a call. */
export const inAudience = z.object({ list_id: z.string().describe('Audience id') });

/** The campaign of a call. */
export const ofCampaign = z.object({ campaign_id: z.string().describe('Campaign id') });

/** The result of what sends or deletes a campaign: Mailchimp returns nothing. */
export const changedCampaign = {
  result: z.object({ id: z.string() }),
  toRecord: (_response: RawValue, { campaign_id }: { readonly campaign_id: string }) => ({ id: campaign_id }),
};

/** Kinds of campaigns by which lists can be filtered. */
export const campaignType = z
  .enum(['regular', 'plaintext', 'absplit', 'rss', 'variate'])
  .optional()
  .describe('Only campaigns of this type');

/** A parameter that is an ISO 8601 time; `records` describes the selected records. */
export const timeParam = (records: string) => z.string().optional().describe(`Only ${records} this ISO 8601 time`);
