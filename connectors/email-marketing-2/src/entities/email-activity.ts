import { allFields, defineEntity, from, type RawValue, setting } from '@connectory/connector-sdk';
import { z } from 'zod';
import { mailchimp } from '../adapter.ts';
import { at } from '../sample-account.ts';
import { sentCampaignAt } from '../sample-campaigns.ts';
import { listParams, ofCampaign, time } from '../shared.ts';
import { campaigns } from './campaigns.ts';

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

/** Contract A9, email_activity; https://mailchimp.com/developer/marketing/api/email-activity-reports/ */
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
        matches: ({ activity }, { since = '' }) => activity.some((event: RawValue) => event.timestamp >= since),
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
    each: campaigns,
    where: { gt: { emails_sent: 0 } },
    bind: { campaign_id: 'id' },
    // A campaign that was never sent has no report.
    notFound: 'empty',
  },
  sample: (source) => {
    const list_id = String(source.of('list_members', 'list_id'));
    const campaign = sentCampaignAt(source.index, list_id);
    const ip = `203.0.113.${20 + source.index}`;
    const opened = { action: 'open', timestamp: at(campaign.age - 1, source.integer(10, 20)), ip };
    const clicked = {
      action: 'click',
      timestamp: at(campaign.age - 1, source.integer(1, 9)),
      url: `https://fellandfjord.example/${campaign.id}`,
      ip,
    };
    const bounced = { action: 'bounce', timestamp: at(campaign.age - 1, 22), type: source.pick(['soft', 'hard']) };
    return {
      campaign_id: campaign.id,
      list_id,
      list_is_active: true,
      email_id: source.of('list_members'),
      email_address: source.of('list_members', 'email_address'),
      activity: source.pick([[opened], [opened, clicked], [opened, clicked], [bounced]]),
    };
  },
});
