import { at, audienceAt, idOf } from './sample-account.ts';

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

const campaigns = campaignLines.map(([audience, subject, preview, status, age], position) => {
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

type SampleCampaign = (typeof campaigns)[number];

/** The sample campaign at a position. */
export const campaignAt = (index: number) => campaigns[index % campaigns.length] as SampleCampaign;

/** The sample campaign at a position among those that were sent, or were sent to one audience. */
export function sentCampaignAt(index: number, list_id?: string) {
  const sent = campaigns.filter(
    ({ status, list }) => status === 'sent' && (list_id === undefined || list.list_id === list_id),
  );
  return sent[index % sent.length] as SampleCampaign;
}
