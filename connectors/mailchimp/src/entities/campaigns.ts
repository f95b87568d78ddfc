import { allFields, defineEntity, from, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { mailchimp } from '../adapter.ts';
import { DeliveryStatus, Ecommerce, ReportSummary, SenderSettings, Tracking } from '../records/campaign.ts';
import { campaignType, changedCampaign, listParams, object, ofCampaign, sort_dir, timeParam } from '../shared.ts';

/** An email to an audience: the record of `campaigns`, also that of what sends or schedules one. */
export const Campaign = z.object({
  id: z.string(),
  web_id: z.int().nullish(),
  parent_campaign_id: z.string().nullish(),
  type: z.enum(['regular', 'plaintext', 'absplit', 'rss', 'variate', 'automation-email']).nullish(),
  create_time: time().nullish(),
  archive_url: z.string().nullish(),
  long_archive_url: z.string().nullish(),
  status: z.enum(['save', 'paused', 'schedule', 'sending', 'sent', 'canceled', 'canceling', 'archived']).nullish(),
  emails_sent: z.int().nullish(),
  send_time: time().nullish(),
  content_type: z.string().nullish(),
  needs_block_refresh: z.boolean().nullish(),
  resendable: z.boolean().nullish(),
  recipients: z
    .object({
      list_id: z.string().nullish(),
      list_is_active: z.boolean().nullish(),
      list_name: z.string().nullish(),
      segment_text: z.string().nullish(),
      recipient_count: z.int().nullish(),
      segment_opts: object.nullish(),
    })
    .nullish(),
  settings: SenderSettings.extend({
    subject_line: z.string().nullish(),
    preview_text: z.string().nullish(),
    folder_id: z.string().nullish(),
    auto_fb_post: z.array(z.string()).nullish(),
    auto_tweet: z.boolean().nullish(),
    fb_comments: z.boolean().nullish(),
    timewarp: z.boolean().nullish(),
    template_id: z.int().nullish(),
    drag_and_drop: z.boolean().nullish(),
  }).nullish(),
  tracking: Tracking.nullish(),
  report_summary: ReportSummary.extend({ ecommerce: Ecommerce.nullish() }).nullish(),
  delivery_status: DeliveryStatus.nullish(),
});

// The settings that only campaigns of one kind have.
const VariateSettings = z.object({
  winning_combination_id: z.string().nullish(),
  winning_campaign_id: z.string().nullish(),
  winner_criteria: z.string().nullish(),
  wait_time: z.int().nullish(),
  test_size: z.int().nullish(),
  subject_lines: z.array(z.string()).nullish(),
  send_times: z.array(z.string()).nullish(),
  from_names: z.array(z.string()).nullish(),
  reply_to_addresses: z.array(z.string()).nullish(),
  contents: z.array(z.string()).nullish(),
  combinations: z.array(object).nullish(),
});

const RssOptions = z.object({
  feed_url: z.string().nullish(),
  frequency: z.string().nullish(),
  schedule: object.nullish(),
  last_sent: z.string().nullish(),
  constrain_rss_img: z.boolean().nullish(),
});

const SplitOptions = z.object({
  split_test: z.string().nullish(),
  pick_winner: z.string().nullish(),
  wait_units: z.string().nullish(),
  wait_time: z.int().nullish(),
  split_size: z.int().nullish(),
  from_name_a: z.string().nullish(),
  from_name_b: z.string().nullish(),
  reply_email_a: z.string().nullish(),
  reply_email_b: z.string().nullish(),
  subject_a: z.string().nullish(),
  subject_b: z.string().nullish(),
  send_time_a: z.string().nullish(),
  send_time_b: z.string().nullish(),
  send_time_winner: z.string().nullish(),
});

const SocialCard = z.object({
  image_url: z.string().nullish(),
  description: z.string().nullish(),
  title: z.string().nullish(),
});

const editable = z.object({
  recipients: z
    .strictObject({
      list_id: z.string().describe('Audience id'),
      segment_opts: z
        .strictObject({ saved_segment_id: z.int().describe('Id of a segment or tag of the audience') })
        .optional()
        .describe('Only this part of the audience'),
    })
    .optional()
    .describe('Who gets it'),
  settings: z
    .strictObject({
      subject_line: z.string().optional().describe('Subject'),
      preview_text: z.string().optional().describe('Text that inboxes show after the subject'),
      title: z.string().optional().describe('Name for your own use'),
      from_name: z.string().optional().describe('Name of the sender'),
      reply_to: z.string().optional().describe('Email address that replies go to'),
      to_name: z.string().optional().describe('Name of the recipient, such as *|FNAME|*'),
      template_id: z.int().optional().describe('Id of the template to use'),
    })
    .optional()
    .describe('Subject and sender'),
});

/** https://mailchimp.com/developer/marketing/api/campaigns/ */
export const campaigns = defineEntity({
  name: 'campaigns',
  summary: 'Emails to audiences, from draft to sent',
  keywords: ['mailing', 'mail shot', 'newsletter', 'edm', 'blast', 'last newsletter', 'mailshot', 'broadcast'],
  record: Campaign,
  key: 'id',
  actions: {
    list: mailchimp('GET /campaigns', {
      summary: 'List campaigns',
      params: listParams.extend({
        type: campaignType,
        status: z
          .enum(['save', 'paused', 'schedule', 'sending', 'sent'])
          .optional()
          .describe('Only campaigns of this status; `save` are drafts'),
        before_send_time: timeParam('campaigns sent before'),
        since_send_time: timeParam('campaigns sent after'),
        before_create_time: timeParam('campaigns created before'),
        since_create_time: timeParam('campaigns created after'),
        list_id: z.string().optional().describe('Only campaigns to this audience'),
        folder_id: z.string().optional().describe('Only campaigns in this folder'),
        sort_field: z.enum(['create_time', 'send_time']).optional().describe('Time to sort by'),
        sort_dir,
      }),
      recordsAt: 'campaigns',
    }),
    get: mailchimp('GET /campaigns/{campaign_id}', { summary: 'Get one campaign', params: ofCampaign }),
    create: mailchimp('POST /campaigns', {
      beyondContract: true,
      summary: 'Create a draft of a campaign, which needs content before it can be sent',
      params: editable.extend({
        type: z.enum(['regular', 'plaintext']).default('regular').describe('HTML email (regular) or text alone'),
      }),
    }),
    update: mailchimp('PATCH /campaigns/{campaign_id}', {
      beyondContract: true,
      summary: 'Change recipients or settings of a campaign that was not sent; omitted fields stay unchanged',
      params: ofCampaign.extend(editable.shape),
    }),
    delete: mailchimp('DELETE /campaigns/{campaign_id}', {
      beyondContract: true,
      summary: 'Delete a campaign',
      params: ofCampaign,
      ...changedCampaign,
    }),
  },
  search: {
    title: 'settings.title',
    link: '{long_archive_url}',
    fields: allFields(Campaign),
    derived: {
      variate_settings: from(VariateSettings, (campaign) => campaign.variate_settings),
      rss_opts: from(RssOptions, (campaign) => campaign.rss_opts),
      ab_split_opts: from(SplitOptions, (campaign) => campaign.ab_split_opts),
      social_card: from(SocialCard, (campaign) => campaign.social_card),
    },
  },
  sync: { via: 'list', params: { count: 1000 } },
});
