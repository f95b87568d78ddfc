import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { mailchimp } from '../adapter.ts';
import { ReportSummary, SenderSettings, sampleSettings, sampleTracking, Tracking } from '../records/campaign.ts';
import { at, audienceAt, idOf } from '../sample-account.ts';
import { listParams, object, time } from '../shared.ts';
import { asked } from '../simulation.ts';

const status = z.enum(['save', 'paused', 'sending']);

const Automation = z.object({
  id: z.string(),
  create_time: z.string().nullish(),
  start_time: z.string().nullish(),
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

const titles = ['Welcome to Fell & Fjord', 'Your tent: care and repair', 'Happy birthday', 'Back on the trail?'];

/** https://mailchimp.com/developer/marketing/api/automation/ */
export const automations = defineEntity({
  name: 'automations',
  summary: 'Classic automations: series of emails that are started by a trigger',
  record: Automation,
  key: 'id',
  actions: {
    list: mailchimp('GET /automations', {
      summary: 'List classic automations',
      params: listParams.extend({
        before_create_time: time('automations created before'),
        since_create_time: time('automations created after'),
        before_start_time: time('automations started before'),
        since_start_time: time('automations started after'),
        status: status.optional().describe('Only automations of this status; `save` are drafts'),
      }),
      recordsAt: 'automations',
      simulate: { matches: asked() },
    }),
  },
  search: { fields: allFields(Automation) },
  sync: { via: 'list', params: { count: 1000 } },
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
});
