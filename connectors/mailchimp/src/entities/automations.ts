import { allFields, defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { mailchimp } from '../adapter.ts';
import { ReportSummary, SenderSettings, Tracking } from '../records/campaign.ts';
import { listParams, object, timeParam } from '../shared.ts';

const status = z.enum(['save', 'paused', 'sending']);

const Automation = z.object({
  id: z.string(),
  create_time: time().nullish(),
  start_time: time().nullish(),
  status: status.nullish(),
  emails_sent: z.int().nullish(),
  recipients: z
    .object({
      list_id: z.string().nullish(),
      list_is_active: z.boolean().nullish(),
      list_name: z.string().nullish(),
      segment_opts: object.nullish(),
      store_id: z.string().nullish(),
    })
    .nullish(),
  settings: SenderSettings.nullish(),
  tracking: Tracking.nullish(),
  report_summary: ReportSummary.nullish(),
});

/** https://mailchimp.com/developer/marketing/api/automation/ */
export const automations = defineEntity({
  name: 'automations',
  summary: 'Classic automations: series of emails that are started by a trigger',
  keywords: ['welcome series', 'automatic', 'by themselves', 'automated mails', 'drip', 'nurture', 'workflow'],
  record: Automation,
  key: 'id',
  actions: {
    list: mailchimp('GET /automations', {
      summary: 'List classic automations',
      params: listParams.extend({
        before_create_time: timeParam('automations created before'),
        since_create_time: timeParam('automations created after'),
        before_start_time: timeParam('automations started before'),
        since_start_time: timeParam('automations started after'),
        status: status.optional().describe('Only automations of this status; `save` are drafts'),
      }),
      recordsAt: 'automations',
    }),
  },
  search: { title: 'settings.title', fields: allFields(Automation) },
  sync: { via: 'list', params: { count: 1000 } },
});
