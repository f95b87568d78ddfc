import { allFields, defineEntity, from, type RawValue, setting, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { mailchimp } from '../adapter.ts';
import { listParams, ofCampaign, timeParam } from '../shared.ts';
import { reports } from './reports.ts';

const Activity = z.object({
  action: z.string().nullish(),
  timestamp: time().nullish(),
  url: z.string().nullish(),
  type: z.string().nullish(),
  ip: z.string().nullish(),
});

const EmailActivity = z.object({
  campaign_id: z.string().nullish(),
  list_id: z.string().nullish(),
  list_is_active: z.boolean().nullish(),
  email_id: z.string().nullish(),
  email_address: z.string().nullish(),
  activity: z.array(Activity).nullish(),
});

export const timeOf = (event: RawValue) => Date.parse(event.timestamp);

// The search fields are those of one event: the last one.
const ofLastEvent = (field: keyof z.output<typeof Activity>, type = z.string()) =>
  from(type, ({ activity }) => activity?.toSorted((a: RawValue, b: RawValue) => timeOf(b) - timeOf(a))[0]?.[field]);

/** https://mailchimp.com/developer/marketing/api/email-activity-reports/ */
export const emailActivity = defineEntity({
  name: 'email_activity',
  summary: 'What recipients of a campaign did with it: opens, clicks and bounces',
  keywords: ['opened the newsletter', 'mail', 'clicked the link', 'never opened', 'who read the newsletter'],
  record: EmailActivity,
  key: ['campaign_id', 'email_id'],
  actions: {
    list: mailchimp('GET /reports/{campaign_id}/email-activity', {
      summary: 'List what each recipient did with a campaign',
      params: ofCampaign.extend(listParams.shape).extend({ since: timeParam('activity after') }),
      recordsAt: 'emails',
    }),
  },
  search: {
    title: 'email_address',
    fields: allFields(EmailActivity),
    derived: {
      action: ofLastEvent('action'),
      ip: ofLastEvent('ip'),
      timestamp: ofLastEvent('timestamp', time()),
      type: ofLastEvent('type'),
      url: ofLastEvent('url'),
    },
  },
  sync: {
    via: 'list',
    params: { count: 1000, since: setting('activity_since') },
    // Only campaigns that were sent have a report, and so anything below it.
    each: reports,
    bind: { campaign_id: 'id' },
    // The campaign was deleted after the reports were listed.
    notFound: 'empty',
  },
});
