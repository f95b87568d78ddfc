import { allFields, defineEntity, from, type RawValue, setting } from '@connectory/connector-sdk';
import { z } from 'zod';
import { mailchimp } from '../adapter.ts';
import { at } from '../sample-account.ts';
import { sentCampaignAt } from '../sample-campaigns.ts';
import { contactAt } from '../sample-contacts.ts';
import { listParams, ofCampaign, time } from '../shared.ts';
import { reports } from './reports.ts';

const Activity = z.object({
  action: z.string().nullish(),
  timestamp: z.string().nullish(),
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

const timeOf = (event: RawValue) => Date.parse(event.timestamp);

// The search fields are those of one event: the last one.
const ofLastEvent = (field: keyof z.output<typeof Activity>) =>
  from(
    z.string(),
    ({ activity }) => activity?.toSorted((a: RawValue, b: RawValue) => timeOf(b) - timeOf(a))[0]?.[field],
  );

/** https://mailchimp.com/developer/marketing/api/email-activity-reports/ */
export const emailActivity = defineEntity({
  name: 'email_activity',
  summary: 'What recipients of a campaign did with it: opens, clicks and bounces',
  record: EmailActivity,
  key: ['campaign_id', 'email_id'],
  actions: {
    list: mailchimp('GET /reports/{campaign_id}/email-activity', {
      summary: 'List what each recipient did with a campaign',
      params: ofCampaign.extend(listParams.shape).extend({ since: time('activity after') }),
      recordsAt: 'emails',
      simulate: {
        matches: ({ activity }, { since }) =>
          since === undefined || activity.some((event: RawValue) => timeOf(event) >= Date.parse(since)),
      },
    }),
  },
  search: {
    fields: allFields(EmailActivity),
    derived: {
      action: ofLastEvent('action'),
      ip: ofLastEvent('ip'),
      timestamp: ofLastEvent('timestamp'),
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
});
