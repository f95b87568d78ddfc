import type { ContextStore } from '../../store/context-store.ts';
import { readFeed, replay } from '../../store/testing/replay.ts';
import { entityPlans } from '../entity-plan.ts';
import type { SyncConnection } from '../sync-source.ts';

/** What a reader of the feed from its beginning has in the end: the document of every record by entity and key, as `copyOf` gives it. */
export async function replayedCopy(
  store: ContextStore,
  { id, connector }: SyncConnection,
): Promise<Readonly<Record<string, Readonly<Record<string, unknown>>>>> {
  const layouts = entityPlans(connector).map(({ layout }) => layout);
  const copies = replay(await readFeed(store, id, layouts, 50));
  return Object.fromEntries(layouts.map(({ entity }) => [entity, Object.fromEntries(copies.get(entity) ?? [])]));
}
