import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { mailchimp } from '../adapter.ts';
import { inAudience } from '../shared.ts';
import { ListMember } from './list-members.ts';

/** https://mailchimp.com/developer/marketing/api/list-member-tags/ */
export const memberTaggings = defineEntity({
  beyondContract: true,
  name: 'member_taggings',
  summary: 'Tags that are put on contacts of an audience, or removed from them',
  keywords: ['tag a contact', 'untag', 'label a subscriber', 'add tag', 'remove tag'],
  record: ListMember,
  key: 'id',
  actions: {
    create: mailchimp('POST /lists/{list_id}/members/{subscriber_hash}/tags', {
      summary: 'Put tags on a contact, or remove them; automations that wait for a tag start unless is_syncing is true',
      effect: 'outward',
      params: inAudience.extend({
        subscriber_hash: z.string().describe('MD5 hash of the lower-case email address, or the contact_id'),
        tags: z
          .array(
            z.strictObject({
              name: z.string().describe('Name of the tag; one that does not exist is created'),
              status: z.enum(['active', 'inactive']).describe('active puts it on, inactive removes it'),
            }),
          )
          .min(1)
          .describe('The tags'),
        is_syncing: z.boolean().optional().describe('True keeps automations from starting'),
      }),
      result: z.object({ subscriber_hash: z.string() }),
      toRecord: (_response, { subscriber_hash }) => ({ subscriber_hash }),
    }),
  },
});
