import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { monday } from '../adapter.ts';
import { text } from '../shared.ts';

/** https://developer.monday.com/api-reference/reference/notification */
export const notifications = defineEntity({
  name: 'notifications',
  summary: 'Notifications that people see in monday.com',
  keywords: ['ping', 'notify', 'alert a colleague', 'bell', 'tell somebody'],
  beyondContract: true,
  record: z.object({ id: text, text }),
  key: 'id',
  actions: {
    create: monday(
      `mutation ($user_id: ID!, $target_id: ID!, $target_type: NotificationTargetType!, $text: String!) {
        create_notification(user_id: $user_id, target_id: $target_id, target_type: $target_type, text: $text) { id text }
      }`,
      {
        summary: 'Notify a person about an item, a board or an update',
        effect: 'outward',
        params: z.object({
          user_id: z.string().describe('Id of the person'),
          target_id: z.string().describe('Id of what it is about'),
          target_type: z.enum(['Project', 'Post']).describe('Project for an item or a board, Post for an update'),
          text: z
            .string()
            .min(1)
            .describe('Text of the notification')
            .meta({ examples: ['The brief is ready.'] }),
        }),
        at: 'create_notification',
      },
    ),
  },
});
