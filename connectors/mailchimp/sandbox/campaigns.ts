import type { RawValue } from '@connectory/connector-sdk';
import { simulate } from '@connectory/sandbox';
import { automations } from '../src/entities/automations.ts';
import { campaignContents } from '../src/entities/campaign-contents.ts';
import { campaignSchedules } from '../src/entities/campaign-schedules.ts';
import { campaignSends } from '../src/entities/campaign-sends.ts';
import { campaignTestEmails } from '../src/entities/campaign-test-emails.ts';
import { campaigns } from '../src/entities/campaigns.ts';
import { emailActivity, timeOf } from '../src/entities/email-activity.ts';
import { reports } from '../src/entities/reports.ts';
import { audienceAt, idOf } from '../src/sample-account.ts';
import { asked, at } from './account.ts';
import { contactAt } from './contacts.ts';

/** Campaigns, newest first: audience, subject, the text after it, status, age in days. */
type CampaignLine = readonly [audience: number, subject: string, preview: string, status: string, age: number];

const campaignLines: readonly CampaignLine[] = [
  [0, 'Black Week starts on Monday', 'Up to 40% off last season', 'save', 1],
  [1, 'Club evening: waxing skis', '12 November in Oslo', 'schedule', 2],
  [0, 'What to wear below zero', 'Three layers, explained', 'sent', 5],
  [3, 'Warm durch den Winter', 'Drei Schichten, kurz erklärt', 'sent', 6],
  [5, 'Huts that stay open in winter', 'And how to book a bed', 'sent', 11],
  [2, 'Ny åpningstid fra november', 'Vi åpner klokken ti', 'sent', 14],
  [4, 'Order window for spring 2027', 'Prices and delivery dates', 'sent', 18],
  [0, 'Is your tent dry?', 'How to store it until May', 'sent', 25],
  [1, 'Your Club bonus for 2026', 'Use it until the end of the year', 'sent', 31],
  [0, 'Autumn sale: the last days', 'Free delivery until Sunday', 'sent', 44],
  [3, 'Herbstschlussverkauf', 'Versandkostenfrei bis Sonntag', 'sent', 45],
  [5, 'Tours of 2027 are online', 'Early birds save 15%', 'sent', 58],
  [0, 'From the blog', 'New stories from the trail', 'sending', 210],
];

const part = (share: number, whole: number) => Math.round(share * whole);

const rate = (count: number, whole: number) => Math.round((count / whole) * 10_000) / 10_000;

const sampleCampaigns = campaignLines.map(([audience, subject, preview, status, age], position) => {
  const { id: list_id, name: list_name, contacts } = audienceAt(audience);
  const recipient_count = contacts - age * 3;
  const emails_sent = status === 'sent' ? recipient_count : 0;
  const unique_opens = part(0.31 + (position % 4) * 0.03, emails_sent);
  const subscriber_clicks = part(0.14, unique_opens);
  const orders = part(0.08, subscriber_clicks);
  return {
    id: idOf('campaign', position),
    list: { list_id, list_is_active: true, list_name },
    subject,
    preview,
    status,
    // One that sends each new post of the blog, and so is never done.
    isFeed: status === 'sending',
    age,
    send_time: status === 'sent' ? at(age, -9) : status === 'schedule' ? at(-8, -9) : '',
    recipient_count,
    emails_sent,
    opens: { opens: part(1.6, unique_opens), unique_opens, open_rate: rate(unique_opens, emails_sent) },
    clicks: {
      clicks: part(1.3, subscriber_clicks),
      subscriber_clicks,
      click_rate: rate(subscriber_clicks, emails_sent),
    },
    ecommerce: { total_orders: orders, total_spent: orders * 129.5, total_revenue: orders * 103.5 },
  };
});

type SampleCampaign = (typeof sampleCampaigns)[number];

/** The sample campaign at a position. */
const campaignAt = (index: number) => sampleCampaigns[index % sampleCampaigns.length] as SampleCampaign;

/** The sample campaign at a position among those that were sent, or were sent to one audience. */
export function sentCampaignAt(index: number, list_id?: string) {
  const sent = sampleCampaigns.filter(
    ({ status, list }) => status === 'sent' && (list_id === undefined || list.list_id === list_id),
  );
  return sent[index % sent.length] as SampleCampaign;
}

/** Sample settings of a campaign or an automation. */
const sampleSettings = (title: string) => ({
  title,
  from_name: 'Fell & Fjord',
  reply_to: 'hello@fellandfjord.example',
  use_conversation: false,
  to_name: '*|FNAME|*',
  authenticate: true,
  auto_footer: false,
  inline_css: false,
});

/** Sample tracking of a campaign or an automation. */
const sampleTracking = {
  opens: true,
  html_clicks: true,
  text_clicks: false,
  goal_tracking: false,
  ecomm360: true,
  google_analytics: 'newsletter',
  clicktale: '',
  salesforce: undefined,
  capsule: undefined,
};

const sampleFeed = {
  feed_url: 'https://blog.fellandfjord.example/feed',
  frequency: 'weekly',
  schedule: { hour: 8, weekly_send_day: 'thursday' },
  constrain_rss_img: true,
};

const titles = ['Welcome to Fell & Fjord', 'Your tent: care and repair', 'Happy birthday', 'Back on the trail?'];

const rates = { open_rate: 0.297, unopen_rate: 0.697, click_rate: 0.019 };

export const simulatedCampaigns = [
  simulate(campaigns, {
    sample: ({ index }) => {
      const campaign = campaignAt(index);
      const { id, list, status, age, isFeed, recipient_count, emails_sent, send_time } = campaign;
      const isSent = emails_sent > 0;
      return {
        id,
        web_id: 8_214_020 + Math.round(20_000 / age),
        parent_campaign_id: undefined,
        type: isFeed ? 'rss' : 'regular',
        create_time: at(age, 30),
        archive_url: `http://eepurl.com/${id.slice(0, 6)}`,
        long_archive_url: `https://mailchi.mp/fellandfjord/${id}`,
        status,
        emails_sent,
        send_time,
        content_type: 'template',
        needs_block_refresh: false,
        resendable: isSent && age < 30,
        recipients: { ...list, segment_text: '', recipient_count },
        settings: {
          ...sampleSettings(`${at(age).slice(0, 7)} ${campaign.subject}`),
          subject_line: campaign.subject,
          preview_text: campaign.preview,
          folder_id: age % 3 === 0 ? 'a41f0c27d9' : '',
          auto_tweet: false,
          fb_comments: false,
          timewarp: false,
          template_id: 10_041_113,
          drag_and_drop: true,
        },
        tracking: sampleTracking,
        rss_opts: isFeed ? sampleFeed : undefined,
        report_summary: isSent ? { ...campaign.opens, ...campaign.clicks, ecommerce: campaign.ecommerce } : undefined,
        delivery_status: { enabled: false },
      };
    },
    actions: {
      list: { matches: asked({ list_id: 'recipients.list_id', folder_id: 'settings.folder_id' }) },
      create: { values: (draft) => ({ ...draft, status: 'save', emails_sent: 0, send_time: '' }) },
      update: { values: ({ campaign_id: _, ...changes }) => changes },
      delete: { toRow: () => ({}) },
    },
  }),
  simulate(campaignSends, {
    actions: { create: { values: () => ({ status: 'sending' }), toRow: () => ({}) } },
  }),
  simulate(campaignSchedules, {
    actions: {
      create: {
        values: ({ schedule_time }) => ({ status: 'schedule', send_time: schedule_time }),
        toRow: () => ({}),
      },
    },
  }),
  simulate(campaignTestEmails, { actions: { create: { values: () => ({}), toRow: () => ({}) } } }),
  simulate(campaignContents, {
    sample: ({ index }) => {
      const { subject, preview } = campaignAt(index);
      return {
        html: `<h1>${subject}</h1><p>${preview}</p>`,
        plain_text: `${subject}\n\n${preview}`,
        archive_html: `<h1>${subject}</h1><p>${preview}</p>`,
      };
    },
    actions: { update: { values: ({ html, plain_text }) => ({ html, plain_text }) } },
  }),
  simulate(automations, {
    sample: ({ index }) => {
      const position = index % titles.length;
      const { id: list_id, name: list_name } = audienceAt(position % 2);
      const isDraft = position === 3;
      const emails_sent = isDraft ? 0 : 4_200 - position * 1_300;
      return {
        id: idOf('automation', position),
        create_time: at(500 - position * 110, 6),
        start_time: isDraft ? '' : at(498 - position * 110, 6),
        status: ['sending', 'sending', 'paused', 'save'][position],
        emails_sent,
        recipients: {
          list_id,
          list_is_active: true,
          list_name,
          segment_opts: undefined,
          store_id: '',
        },
        settings: sampleSettings(titles[position] ?? ''),
        tracking: sampleTracking,
        report_summary: isDraft
          ? undefined
          : {
              opens: Math.round(emails_sent * 0.9),
              unique_opens: Math.round(emails_sent * 0.5),
              open_rate: 0.5,
              clicks: Math.round(emails_sent * 0.13),
              subscriber_clicks: Math.round(emails_sent * 0.1),
              click_rate: 0.1,
            },
      };
    },
    actions: {
      list: { matches: asked() },
    },
  }),
  simulate(reports, {
    sample: ({ index }) => {
      const { id, list, subject, preview, age, send_time, emails_sent, opens, clicks, ecommerce } =
        sentCampaignAt(index);
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
    actions: {
      list: { matches: asked() },
      get: { fields: { campaign_id: 'id' } },
    },
  }),
  simulate(emailActivity, {
    sample: ({ index }) => {
      const { id, email_address, list_id, ip_opt: ip } = contactAt(index);
      const campaign = sentCampaignAt(index, list_id);
      const after = (hours: number) => at(campaign.age - 1, 15 - hours);
      const opened = { action: 'open', timestamp: after(1 + (index % 5)), ip };
      const url = 'https://fellandfjord.example/stories';
      const clicked = { action: 'click', timestamp: after(7), url, ip };
      const bounced = { action: 'bounce', timestamp: after(0), type: 'soft' };
      return {
        campaign_id: campaign.id,
        list_id,
        list_is_active: true,
        email_id: id,
        email_address,
        activity: [[opened], [opened, clicked], [bounced], [opened, clicked], []][index % 5],
      };
    },
    actions: {
      list: {
        matches: ({ activity }, { since }) =>
          since === undefined || activity.some((event: RawValue) => timeOf(event) >= Date.parse(since)),
      },
    },
  }),
];
