import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { slack } from '../adapter.ts';
import { Channel } from '../records/channel.ts';
import { inChannel, person } from '../shared.ts';

/** https://docs.slack.dev/reference/methods/conversations.invite */
export const channelInvites = defineEntity({
  name: 'channel_invites',
  summary: 'Invitations to channels',
  keywords: ['add to the channel', 'add people to', 'add her to the channel', 'pull into'],
  record: Channel,
  key: 'id',
  actions: {
    create: slack('POST /conversations.invite', {
      summary: 'Invite people to a channel',
      effect: 'outward',
      params: inChannel.extend({
        users: person.describe('User IDs, separated by commas; at most 100'),
        force: z.boolean().optional().describe('Whether to invite valid people even if others are invalid'),
      }),
      recordAt: 'channel',
    }),
  },
});
