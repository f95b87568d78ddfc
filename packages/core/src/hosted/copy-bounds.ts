import type { SearchLanes, SyncRunner } from '@connectory/context-store';
import type { Bound } from '../bounds.ts';

/** The bounds of searches and synchronisation. */
export function copyBounds(
  searches: Pick<SearchLanes, 'running' | 'mostRunning' | 'waiting' | 'mostWaiting'>,
  syncs: Pick<SyncRunner, 'load'>,
): readonly Bound[] {
  return [
    {
      name: 'searches',
      help: 'Searches of synchronised copies that run',
      limit: searches.mostRunning,
      inUse: () => searches.running,
    },
    {
      name: 'search_queue',
      help: 'Searches of synchronised copies that wait for their turn',
      limit: searches.mostWaiting,
      inUse: () => searches.waiting,
    },
    {
      name: 'sync_slots',
      help: 'Connections whose synchronisation works at this moment',
      limit: syncs.load.mostWorking,
      inUse: () => syncs.load.working,
    },
    {
      name: 'sync_runs',
      help: 'Connections in the middle of a synchronisation, those that wait for their upstream among them',
      limit: syncs.load.mostRunning,
      inUse: () => syncs.load.running,
    },
  ];
}
