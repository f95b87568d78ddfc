import { allFields, defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { mailchimp } from '../adapter.ts';
import { DeliveryStatus, Ecommerce } from '../records/campaign.ts';
import { campaignType, listParams, object, ofCampaign, timeParam } from '../shared.ts';

const Report = z.object({
  id: z.string(),
  campaign_title: z.string().nullish(),
  type: z.string().nullish(),
  list_id: z.string().nullish(),
  list_is_active: z.boolean().nullish(),
  list_name: z.string().nullish(),
  subject_line: z.string().nullish(),
  preview_text: z.string().nullish(),
  emails_sent: z.int().nullish(),
  abuse_reports: z.int().nullish(),
  unsubscribed: z.int().nullish(),
  send_time: time().nullish(),
  rss_last_send: time().nullish(),
  bounces: z
    .object({ hard_bounces: z.int().nullish(), soft_bounces: z.int().nullish(), syntax_errors: z.int().nullish() })
    .nullish(),
  forwards: z.object({ forwards_count: z.int().nullish(), forwards_opens: z.int().nullish() }).nullish(),
  opens: z
    .object({
      opens_total: z.int().nullish(),
      unique_opens: z.int().nullish(),
      open_rate: z.number().nullish(),
      last_open: z.string().nullish(),
    })
    .nullish(),
  clicks: z
    .object({
      clicks_total: z.int().nullish(),
      unique_clicks: z.int().nullish(),
      unique_subscriber_clicks: z.int().nullish(),
      click_rate: z.number().nullish(),
      last_click: z.string().nullish(),
    })
    .nullish(),
  facebook_likes: z
    .object({
      recipient_likes: z.int().nullish(),
      unique_likes: z.int().nullish(),
      facebook_likes: z.int().nullish(),
    })
    .nullish(),
  industry_stats: z
    .object({
      type: z.string().nullish(),
      open_rate: z.number().nullish(),
      click_rate: z.number().nullish(),
      bounce_rate: z.number().nullish(),
      unopen_rate: z.number().nullish(),
      unsub_rate: z.number().nullish(),
      abuse_rate: z.number().nullish(),
    })
    .nullish(),
  list_stats: z
    .object({
      sub_rate: z.number().nullish(),
      unsub_rate: z.number().nullish(),
      open_rate: z.number().nullish(),
      click_rate: z.number().nullish(),
    })
    .nullish(),
  ab_split: z.object({ a: object.nullish(), b: object.nullish() }).nullish(),
  timewarp: z.array(object).nullish(),
  timeseries: z.array(object).nullish(),
  share_report: z.object({ share_url: z.string().nullish(), share_password: z.string().nullish() }).nullish(),
  ecommerce: Ecommerce.extend({ currency_code: z.string().nullish() }).nullish(),
  delivery_status: DeliveryStatus.nullish(),
});

/** https://mailchimp.com/developer/marketing/api/reports/ */
export const reports = defineEntity({
  name: 'reports',
  summary: 'Results of campaigns that were sent',
  keywords: ['perform', 'clicks', 'results of the mailing', 'opens', 'click rate', 'unsubscribe rate'],
  record: Report,
  key: 'id',
  actions: {
    list: mailchimp('GET /reports', {
      summary: 'List the reports of sent campaigns',
      params: listParams.extend({
        type: campaignType,
        before_send_time: timeParam('campaigns sent before'),
        since_send_time: timeParam('campaigns sent after'),
      }),
      recordsAt: 'reports',
    }),
    get: mailchimp('GET /reports/{campaign_id}', {
      summary: 'Get the report of one sent campaign',
      params: ofCampaign,
    }),
  },
  search: { title: 'campaign_title', fields: allFields(Report) },
  sync: { via: 'list', params: { count: 1000 } },
});
