import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { linkedIn } from '../adapter.ts';
import { createsWithKey, deletes } from '../writes.ts';

const Pair = z.object({
  campaign: z
    .string()
    .describe('URN of the campaign')
    .meta({ examples: ['urn:li:sponsoredCampaign:168037013'] }),
  conversion: z
    .string()
    .describe('URN of the conversion rule')
    .meta({ examples: ['urn:lla:llaPartnerConversion:104012'] }),
});

/** https://learn.microsoft.com/linkedin/marketing/integrations/ads-reporting/conversion-tracking */
export const campaignConversions = defineEntity({
  name: 'campaign_conversions',
  summary: 'Which conversion rules are attached to which campaigns',
  keywords: ['track conversions of a campaign', 'attach conversion', 'associate'],
  beyondContract: true,
  record: Pair,
  key: ['campaign', 'conversion'],
  actions: {
    create: linkedIn('PUT /campaignConversions/(campaign:{campaign},conversion:{conversion})', {
      summary: 'Attach a conversion rule to a campaign',
      params: Pair,
      wire: (_, pair) => ({ body: pair }),
      ...createsWithKey,
    }),
    delete: linkedIn('DELETE /campaignConversions/(campaign:{campaign},conversion:{conversion})', {
      summary: 'Detach a conversion rule from a campaign',
      params: Pair,
      ...deletes,
    }),
  },
});
