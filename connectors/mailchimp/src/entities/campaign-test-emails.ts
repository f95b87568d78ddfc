import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { mailchimp } from '../adapter.ts';
import { changedCampaign, ofCampaign } from '../shared.ts';
import { Campaign } from './campaigns.ts';

/** https://mailchimp.com/developer/marketing/api/campaigns/send-test-email/ */
export const campaignTestEmails = defineEntity({
  beyondContract: true,
  name: 'campaign_test_emails',
  summary: 'Test emails of campaigns',
  keywords: ['preview the newsletter', 'send a test', 'proof'],
  record: Campaign,
  key: 'id',
  actions: {
    create: mailchimp('POST /campaigns/{campaign_id}/actions/test', {
      summary: 'Send a test of a campaign to a few addresses',
      effect: 'outward',
      params: ofCampaign.extend({
        test_emails: z.array(z.string()).min(1).describe('Email addresses that get it'),
        send_type: z.enum(['html', 'plaintext']).default('html').describe('Which version they get'),
      }),
      ...changedCampaign,
    }),
  },
});
