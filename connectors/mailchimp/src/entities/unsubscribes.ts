import { allFields, defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { mailchimp } from '../adapter.ts';
import { mergeFieldsOfContacts } from '../own-fields.ts';
import { listParams, object, ofCampaign } from '../shared.ts';
import { reports } from './reports.ts';

const Unsubscribe = z.object({
  email_id: z.string().nullish(),
  email_address: z.string().nullish(),
  merge_fields: object.nullish(),
  vip: z.boolean().nullish(),
  timestamp: time().nullish(),
  reason: z.string().nullish(),
  campaign_id: z.string().nullish(),
  list_id: z.string().nullish(),
  list_is_active: z.boolean().nullish(),
});

/** https://mailchimp.com/developer/marketing/api/unsub-reports/ */
export const unsubscribes = defineEntity({
  name: 'unsubscribes',
  summary: 'Contacts that unsubscribed because of a campaign',
  keywords: ['sign off', 'left', 'unsubscribed after', 'opt out', 'opted out after the newsletter', 'unsubs'],
  record: Unsubscribe,
  key: ['campaign_id', 'email_id'],
  actions: {
    list: mailchimp('GET /reports/{campaign_id}/unsubscribed', {
      summary: 'List who unsubscribed because of a campaign',
      params: ofCampaign.extend(listParams.shape),
      recordsAt: 'unsubscribes',
    }),
  },
  search: { title: 'email_address', fields: allFields(Unsubscribe) },
  sync: {
    via: 'list',
    params: { count: 1000 },
    // Only campaigns that were sent have a report, and so anything below it.
    each: reports,
    bind: { campaign_id: 'id' },
    // The campaign was deleted after the reports were listed.
    notFound: 'empty',
  },
  ownFields: mergeFieldsOfContacts,
});
