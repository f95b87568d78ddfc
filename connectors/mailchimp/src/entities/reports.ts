import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { mailchimp } from '../adapter.ts';
import { DeliveryStatus, Ecommerce } from '../records/campaign.ts';
import { at } from '../sample-account.ts';
import { sentCampaignAt } from '../sample-campaigns.ts';
import { campaignType, listParams, object, ofCampaign, time } from '../shared.ts';
import { asked } from '../simulation.ts';

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
  send_time: z.string().nullish(),
  rss_last_send: z.string().nullish(),
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

const rates = { open_rate: 0.297, unopen_rate: 0.697, click_rate: 0.019 };

/** https://mailchimp.com/developer/marketing/api/reports/ */
export const reports = defineEntity({
  name: 'reports',
  summary: 'Results of campaigns that were sent',
  record: Report,
  key: 'id',
  actions: {
    list: mailchimp('GET /reports', {
      summary: 'List the reports of sent campaigns',
      params: listParams.extend({
        type: campaignType,
        before_send_time: time('campaigns sent before'),
        since_send_time: time('campaigns sent after'),
      }),
      recordsAt: 'reports',
      simulate: { matches: asked() },
    }),
    get: mailchimp('GET /reports/{campaign_id}', {
      summary: 'Get the report of one sent campaign',
      params: ofCampaign,
      simulate: { fields: { campaign_id: 'id' } },
    }),
  },
  search: { fields: allFields(Report) },
  sync: { via: 'list', params: { count: 1000 } },
  sample: ({ index }) => {
    const { id, list, subject, preview, age, send_time, emails_sent, opens, clicks, ecommerce } = sentCampaignAt(index);
    const { open_rate, unique_opens } = opens;
    const { click_rate, subscriber_clicks } = clicks;
    return {
      id,
      campaign_title: `${at(age).slice(0, 7)} ${subject}`,
      type: 'regular',
      ...list,
      subject_line: subject,
      preview_text: preview,
      emails_sent,
      abuse_reports: emails_sent > 3000 ? 1 : 0,
      unsubscribed: Math.round(emails_sent * 0.003),
      send_time,
      rss_last_send: undefined,
      bounces: { hard_bounces: 2, soft_bounces: Math.round(emails_sent * 0.004), syntax_errors: 0 },
      forwards: { forwards_count: 3, forwards_opens: 5 },
      opens: { opens_total: opens.opens, unique_opens, open_rate, last_open: at(age / 4) },
      clicks: {
        clicks_total: clicks.clicks,
        unique_clicks: subscriber_clicks,
        unique_subscriber_clicks: subscriber_clicks,
        click_rate,
        last_click: at(age / 3),
      },
      facebook_likes: { recipient_likes: 0, unique_likes: 0, facebook_likes: 0 },
      industry_stats: { type: 'Retail', ...rates, bounce_rate: 0.006, unsub_rate: 0.002, abuse_rate: 0.0001 },
      list_stats: { sub_rate: 48, unsub_rate: 9, open_rate: 34.6, click_rate: 4.8 },
      ab_split: undefined,
      timewarp: undefined,
      timeseries: Array.from({ length: 24 }, (_, hour) => ({
        timestamp: at(age, -9 - hour),
        emails_sent: hour === 0 ? emails_sent : 0,
        unique_opens: Math.round(unique_opens / (3 * hour + 9)),
        recipients_clicks: Math.round(subscriber_clicks / (3 * hour + 9)),
      })),
      share_report: { share_url: `https://us21.campaign-archive.com/report?id=${id}`, share_password: '' },
      ecommerce: { ...ecommerce, currency_code: 'NOK' },
      delivery_status: { enabled: false },
    };
  },
});
