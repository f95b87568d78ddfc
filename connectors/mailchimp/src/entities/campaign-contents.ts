import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { mailchimp } from '../adapter.ts';
import { ofCampaign } from '../shared.ts';

const Content = z.object({
  html: z.string().nullish().describe('Text as HTML'),
  plain_text: z.string().nullish(),
  archive_html: z.string().nullish().describe('Text as HTML in the archive of campaigns'),
});

/** https://mailchimp.com/developer/marketing/api/campaign-content/ */
export const campaignContents = defineEntity({
  beyondContract: true,
  name: 'campaign_contents',
  summary: 'What campaigns say, as HTML and text',
  keywords: ['newsletter text', 'html of the mail', 'body of the campaign', 'write the newsletter'],
  record: Content,
  key: null,
  actions: {
    get: mailchimp('GET /campaigns/{campaign_id}/content', {
      summary: 'Get the content of a campaign',
      params: ofCampaign,
    }),
    update: mailchimp('PUT /campaigns/{campaign_id}/content', {
      summary: 'Set the content of a campaign that was not sent',
      params: ofCampaign.extend({
        html: z.string().optional().describe('Text as HTML'),
        plain_text: z.string().optional().describe('Text without formatting; made of the HTML if omitted'),
      }),
    }),
  },
});
