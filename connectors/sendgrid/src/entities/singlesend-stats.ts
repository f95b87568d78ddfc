import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { sendgrid } from '../adapter.ts';
import { paged } from '../shared.ts';

const count = z.int().nullish();

const SingleSendStats = z.object({
  id: z.string(),
  ab_phase: z.string().nullish(),
  ab_variation: z.string().nullish(),
  aggregation: z.string().nullish(),
  stats: z
    .object({
      bounce_drops: count,
      bounces: count,
      clicks: count,
      delivered: count,
      invalid_emails: count,
      opens: count,
      requests: count,
      spam_report_drops: count,
      spam_reports: count,
      unique_clicks: count,
      unique_opens: count,
      unsubscribes: count,
    })
    .nullish(),
});

/** https://www.twilio.com/docs/sendgrid/api-reference/marketing-campaign-stats/get-all-single-sends-stats */
export const singlesendStats = defineEntity({
  name: 'singlesend_stats',
  summary: 'Figures of Single Sends: how many were delivered, opened and clicked',
  keywords: ['open rate', 'blast', 'newsletter', 'how often', 'numbers', 'mailing', 'mail performance', 'e mail'],
  record: SingleSendStats,
  key: 'id',
  actions: {
    list: sendgrid('GET /v3/marketing/stats/singlesends', {
      summary: "List the totals of all Single Sends; id is the Single Send's own",
      recordsAt: 'results',
      params: paged(50, 50),
    }),
  },
  search: { fields: allFields(SingleSendStats) },
  sync: { via: 'list', params: { page_size: 50 } },
});
