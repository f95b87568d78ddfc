import { type Connector, defineConnector } from '@connectory/connector-sdk';
import packageJson from '../package.json' with { type: 'json' };
import { upstream } from './adapter.ts';
import { activityLogs } from './entities/activity-logs.ts';
import { boards } from './entities/boards.ts';
import { columnValues } from './entities/column-values.ts';
import { groups } from './entities/groups.ts';
import { itemArchives } from './entities/item-archives.ts';
import { itemFiles } from './entities/item-files.ts';
import { itemMoves } from './entities/item-moves.ts';
import { items } from './entities/items.ts';
import { notifications } from './entities/notifications.ts';
import { subitems } from './entities/subitems.ts';
import { tags } from './entities/tags.ts';
import { teams } from './entities/teams.ts';
import { updates } from './entities/updates.ts';
import { users } from './entities/users.ts';
import { workspaces } from './entities/workspaces.ts';
import { events } from './events.ts';
import { meanings } from './meanings.ts';
import { personal } from './personal.ts';

/** Work management (monday.com). */
export const monday: Connector = defineConnector({
  id: 'monday',
  kind: 'work management',
  contractId: 'A10',
  vendor: 'monday.com',
  version: packageJson.version,
  upstream,
  entities: [
    users,
    boards,
    items,
    teams,
    tags,
    updates,
    workspaces,
    activityLogs,
    groups,
    subitems,
    columnValues,
    itemMoves,
    itemArchives,
    notifications,
    itemFiles,
  ],
  meanings,
  personal,
  check: { entity: 'users', action: 'list', params: { limit: 1 } },
  events,
});
