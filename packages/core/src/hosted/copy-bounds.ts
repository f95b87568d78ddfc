import type { SearchTurns, SyncRunner } from '@connectory/context-store';
import type { Bound } from '../bounds.ts';

/** The bounds of searches and synchronization. */
export function copyBounds(
  searches: Pick<SearchTurns, 'running' | 'maxRunning' | 'waiting' | 'maxWaiting'>,
  syncs: Pick<SyncRunner, 'load'>,
): readonly Bound[] {
  return [
    {
      name: 'searches',
      help: 'Running searches of synchronized copies',
      limit: searches.maxRunning,
      inUse: () => searches.running,
    },
    {
      name: 'search_queue',
      help: 'Waiting searches of synchronized copies',
      limit: searches.maxWaiting,
      inUse: () => searches.waiting,
    },
    {
      name: 'sync_slots',
      help: 'Connections that are being synchronized right now',
      limit: syncs.load.mostWorking,
      inUse: () => syncs.load.working,
    },
    {
      name: 'sync_runs',
      help: 'Connections with a synchronization in progress, including those that wait for their upstream',
      limit: syncs.load.mostRunning,
      inUse: () => syncs.load.running,
    },
    {
      name: 'event_queue',
      help: 'Records that events are about and that are still to be read',
      limit: syncs.load.mostHinted,
      inUse: () => syncs.load.hinted,
    },
  ];
}
