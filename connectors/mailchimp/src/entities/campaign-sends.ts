import { defineEntity } from '@connectory/connector-sdk';

import { mailchimp } from '../adapter.ts';
import { changedCampaign, ofCampaign } from '../shared.ts';
import { Campaign } from './campaigns.ts';

/** https://mailchimp.com/developer/marketing/api/campaigns/send-campaign/ */
export const campaignSends = defineEntity({
  beyondContract: true,
  name: 'campaign_sends',
  summary: 'Sending of campaigns, at once',
  keywords: ['send the newsletter', 'send now', 'send mailing', 'blast'],
  record: Campaign,
  key: 'id',
  actions: {
    create: mailchimp('POST /campaigns/{campaign_id}/actions/send', {
      summary: 'Send a campaign to all of its recipients now; this cannot be undone',
      effect: 'outward',
      params: ofCampaign,
      ...changedCampaign,
    }),
  },
});
