import { defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { slack } from '../adapter.ts';

/** https://docs.slack.dev/reference/methods/users.profile.set */
export const userStatuses = defineEntity({
  name: 'user_statuses',
  summary: 'Status of the person whose token it is, as others see it next to the name',
  keywords: ['set my status', 'away', 'out of office', 'on vacation', 'in a meeting'],
  beyondContract: true,
  record: z.object({
    status_text: z.string().nullish(),
    status_emoji: z.string().nullish().describe('Emoji with colons; empty for none'),
    status_expiration: time('unix-seconds', z.int()).nullish().describe('When it ends, in Unix seconds; 0 for never'),
  }),
  key: null,
  actions: {
    update: slack('POST /users.profile.set', {
      summary: 'Set or clear the status; needs a user token',
      params: z.object({
        status_text: z
          .string()
          .max(100)
          .describe('Text; empty clears it')
          .meta({ examples: ['On vacation'] }),
        status_emoji: z.string().describe('Emoji with colons, such as `:palm_tree:`; empty for the default'),
        status_expiration: z.int().min(0).default(0).describe('When it ends, in Unix seconds; 0 for never'),
      }),
      wire: (profile) => ({ body: { profile } }),
      recordAt: 'profile',
    }),
  },
});
