import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { sendgrid } from '../adapter.ts';
import { sendAt } from '../records/single-send.ts';
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
  sample: (source) => {
    const { head, list } = sendAt(source.index);
    // The lists have grown since.
    const requests = head.status === 'triggered' ? Math.round(list.contact_count / (1 + source.index / 40)) : 0;
    const share = (percent: number) => Math.round((requests * percent) / 100);
    const opens = source.integer(20, 34);
    const clicks = source.integer(2, 6);
    const lost = { bounces: share(0.4), bounce_drops: share(0.2), invalid_emails: share(0.1), spam_report_drops: 0 };
    return {
      id: head.id,
      ab_phase: 'all',
      ab_variation: 'all',
      aggregation: 'total',
      stats: {
        ...lost,
        requests,
        delivered: requests - lost.bounces - lost.bounce_drops - lost.invalid_emails,
        unique_opens: share(opens),
        opens: share(opens * 1.4),
        unique_clicks: share(clicks),
        clicks: share(clicks * 1.3),
        spam_reports: share(0.02),
        unsubscribes: share(0.3),
      },
    };
  },
});
