import { absent, allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { sendgrid } from '../adapter.ts';
import { SingleSendHead } from '../records/single-send.ts';
import { paged } from '../shared.ts';

const Campaign = SingleSendHead.extend({ channels: z.array(z.string()).nullish() });

/** SendGrid documents campaigns as Single Sends only. */
export const campaigns = defineEntity({
  name: 'campaigns',
  summary: 'Emails to many contacts, read as Single Sends',
  keywords: ['newsletter', 'scheduled to go out', 'drafts', 'email we sent', 'last newsletter', 'mailing', 'edm'],
  record: Campaign,
  key: 'id',
  actions: {
    list: sendgrid('GET /v3/marketing/singlesends', {
      summary: 'List campaigns: the Single Sends of the account',
      params: paged(100, 50),
    }),
  },
  search: {
    title: 'name',
    fields: allFields(Campaign, { except: ['channels'] }),
    derived: {
      channels: absent(z.array(z.string()), 'SendGrid has no channels for Single Sends, which are always emails'),
    },
  },
  sync: { via: 'list', params: { page_size: 100 } },
});
