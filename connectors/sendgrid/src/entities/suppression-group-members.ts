import { allFields, defineEntity, type Paging, page, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { suppressions } from '../adapter.ts';

const SuppressionGroupMember = z.object({
  email: z.string(),
  group_id: z.int(),
  group_name: z.string().nullish(),
  created_at: time('iso-8601', z.int()).nullish(),
});

const byLink = page.linkHeader({ param: 'offset', size: 'limit' });

// SendGrid describes no pages of this list, yet cuts long ones: https://github.com/sendgrid/docs/issues/5178. The Link header says where
// the list goes on; without one, a page with as many records as `limit` asked for is not the last.
const asItGoesOn: Paging = {
  ...byLink,
  next: (current) => {
    const { limit, offset } = current.params;
    const next = byLink.next(current);
    return next ?? (current.count === limit ? { offset: Number(offset ?? 0) + current.count } : null);
  },
};

/** https://www.twilio.com/docs/sendgrid/api-reference/suppressions-suppressions/retrieve-all-suppressions */
export const suppressionGroupMembers = defineEntity({
  name: 'suppression_group_members',
  summary: 'Addresses that unsubscribed from one kind of email',
  keywords: ['opt out', 'opt out topics', 'kinds of mail', 'email preferences', 'unsubscribe categories'],
  record: SuppressionGroupMember,
  key: ['group_id', 'email'],
  actions: {
    list: suppressions('GET /v3/asm/suppressions', {
      summary: 'List addresses with the group each one unsubscribed from',
      paging: asItGoesOn,
      params: z.object({
        limit: z.int().min(1).max(500).optional().describe('Number of records per page; by default SendGrid decides'),
        offset: z.int().min(0).optional().describe('Number of records to skip; 0 by default'),
      }),
    }),
  },
  search: { title: ['email', 'group_name'], fields: allFields(SuppressionGroupMember) },
  sync: { via: 'list', params: { limit: 500 } },
});
