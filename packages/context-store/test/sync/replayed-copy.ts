import type { ContextStore } from '../../src/stores/context-store.ts';
import { entityPlans } from '../../src/sync/entity-plan.ts';
import type { SyncConnection } from '../../src/sync/sync-source.ts';
import { readFeed, replay } from '../stores/replay.ts';

/** The result of reading the feed from its beginning: the document of every record by entity and key, in the form of `copyOf`. */
export async function replayedCopy(
  store: ContextStore,
  { id, connector }: SyncConnection,
): Promise<Readonly<Record<string, Readonly<Record<string, unknown>>>>> {
  const layouts = entityPlans(connector).map(({ layout }) => layout);
  const copies = replay(await readFeed(store, id, layouts, 50));
  return Object.fromEntries(layouts.map(({ entity }) => [entity, Object.fromEntries(copies.get(entity) ?? [])]));
}
