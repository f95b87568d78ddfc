import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { mailchimp } from '../adapter.ts';
import { changedCampaign, ofCampaign } from '../shared.ts';
import { Campaign } from './campaigns.ts';

/** https://mailchimp.com/developer/marketing/api/campaigns/schedule-campaign/ */
export const campaignSchedules = defineEntity({
  beyondContract: true,
  name: 'campaign_schedules',
  summary: 'Sending of campaigns, at a time',
  keywords: ['send later', 'schedule the newsletter', 'plan a mailing'],
  record: Campaign,
  key: 'id',
  actions: {
    create: mailchimp('POST /campaigns/{campaign_id}/actions/schedule', {
      summary: 'Schedule a campaign, which is sent to all of its recipients at that time',
      effect: 'outward',
      params: ofCampaign.extend({
        schedule_time: z.string().describe('When to send it, as ISO 8601 in UTC, on a quarter of an hour'),
      }),
      ...changedCampaign,
    }),
  },
});
