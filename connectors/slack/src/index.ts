import { type Connector, defineConnector } from '@connectory/connector-sdk';
import packageJson from '../package.json' with { type: 'json' };
import { upstream } from './adapter.ts';
import { bookmarks } from './entities/bookmarks.ts';
import { canvases } from './entities/canvases.ts';
import { channelArchives } from './entities/channel-archives.ts';
import { channelInvites } from './entities/channel-invites.ts';
import { channelJoins } from './entities/channel-joins.ts';
import { channelKicks } from './entities/channel-kicks.ts';
import { channelMessages } from './entities/channel-messages.ts';
import { channelPurposes } from './entities/channel-purposes.ts';
import { channelTopics } from './entities/channel-topics.ts';
import { channels } from './entities/channels.ts';
import { directMessages } from './entities/direct-messages.ts';
import { ephemeralMessages } from './entities/ephemeral-messages.ts';
import { files } from './entities/files.ts';
import { messages } from './entities/messages.ts';
import { pins } from './entities/pins.ts';
import { reactions } from './entities/reactions.ts';
import { scheduledMessages } from './entities/scheduled-messages.ts';
import { threads } from './entities/threads.ts';
import { userGroupMembers, userGroups } from './entities/user-groups.ts';
import { userStatuses } from './entities/user-statuses.ts';
import { users } from './entities/users.ts';
import { events } from './events.ts';
import { meanings } from './meanings.ts';
import { personal } from './personal.ts';

/** Team chat (Slack). */
export const slack: Connector = defineConnector({
  id: 'slack',
  kind: 'team chat',
  contractId: 'A8',
  vendor: 'Slack',
  version: packageJson.version,
  upstream,
  entities: [
    users,
    channels,
    channelMessages,
    threads,
    messages,
    channelTopics,
    channelPurposes,
    channelInvites,
    reactions,
    ephemeralMessages,
    scheduledMessages,
    channelArchives,
    channelKicks,
    channelJoins,
    pins,
    bookmarks,
    directMessages,
    canvases,
    userGroups,
    userGroupMembers,
    userStatuses,
    files,
  ],
  meanings,
  personal,
  check: {
    entity: 'users',
    action: 'list',
    params: { limit: 1 },
    account: { at: 'team', from: 'POST https://slack.com/api/auth.test' },
  },
  events,
});
