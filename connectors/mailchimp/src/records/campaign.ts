import { z } from 'zod';
import { object } from '../shared.ts';

/** What a campaign or an automation watches. */
export const Tracking = z.object({
  opens: z.boolean().nullish(),
  html_clicks: z.boolean().nullish(),
  text_clicks: z.boolean().nullish(),
  goal_tracking: z.boolean().nullish(),
  ecomm360: z.boolean().nullish(),
  google_analytics: z.string().nullish(),
  clicktale: z.string().nullish(),
  salesforce: object.nullish(),
  capsule: object.nullish(),
});

/** Opens and clicks of a campaign or an automation. */
export const ReportSummary = z.object({
  opens: z.int().nullish(),
  unique_opens: z.int().nullish(),
  open_rate: z.number().nullish(),
  clicks: z.int().nullish(),
  subscriber_clicks: z.int().nullish(),
  click_rate: z.number().nullish(),
});

/** What people bought after a campaign. */
export const Ecommerce = z.object({
  total_orders: z.int().nullish(),
  total_spent: z.number().nullish(),
  total_revenue: z.number().nullish(),
});

/** How far the delivery of a campaign has come. */
export const DeliveryStatus = z.object({
  enabled: z.boolean().nullish(),
  can_cancel: z.boolean().nullish(),
  status: z.string().nullish(),
  emails_sent: z.int().nullish(),
  emails_canceled: z.int().nullish(),
});

/** The settings that campaigns and automations have in common. */
export const SenderSettings = z.object({
  title: z.string().nullish(),
  from_name: z.string().nullish(),
  reply_to: z.string().nullish(),
  use_conversation: z.boolean().nullish(),
  to_name: z.string().nullish(),
  authenticate: z.boolean().nullish(),
  auto_footer: z.boolean().nullish(),
  inline_css: z.boolean().nullish(),
});
