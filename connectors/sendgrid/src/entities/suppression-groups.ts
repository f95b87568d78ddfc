import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { sendgrid } from '../adapter.ts';

const SuppressionGroup = z.object({
  id: z.int(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  is_default: z.boolean().nullish(),
  unsubscribes: z.int().nullish(),
});

/** https://www.twilio.com/docs/sendgrid/api-reference/suppressions-unsubscribe-groups */
export const suppressionGroups = defineEntity({
  name: 'suppression_groups',
  summary: 'Kinds of email that people can unsubscribe from separately',
  keywords: ['opt out', 'opt out topics', 'unsubscribe categories', 'kinds of mail', 'email preferences'],
  record: SuppressionGroup,
  key: 'id',
  actions: {
    list: sendgrid('GET /v3/asm/groups', {
      summary: 'List all unsubscribe groups',
      recordsAt: '',
      paging: null,
      meta: {},
    }),
    get: sendgrid('GET /v3/asm/groups/{group_id}', {
      summary: 'Get one unsubscribe group',
      params: z.object({ group_id: z.int().describe('Group id') }),
    }),
  },
  search: { title: 'name', fields: allFields(SuppressionGroup) },
  sync: { via: 'list' },
});
