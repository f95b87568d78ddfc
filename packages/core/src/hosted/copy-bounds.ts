import type { SearchLanes, SyncRunner } from '@connectory/context-store';

/** How much of something this process may use at once, and how much it uses now. */
export interface CopyBound {
  /** Part of the names of its metrics: `connectory_<name>_in_use`, `connectory_<name>_limit`. */
  readonly name: string;
  readonly help: string;
  readonly limit: number;
  readonly inUse: () => number;
}

/** The bounds of searches and synchronisation. */
export function copyBounds(
  searches: Pick<SearchLanes, 'running' | 'mostRunning' | 'waiting' | 'mostWaiting'>,
  syncs: Pick<SyncRunner, 'load'>,
): readonly CopyBound[] {
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
