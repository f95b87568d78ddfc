import type { ContextStore } from '../../store/context-store.ts';
import { readFeed, replay } from '../../store/testing/replay.ts';
import { entityPlans } from '../entity-plan.ts';
import type { SyncConnection } from '../sync-source.ts';

/** The result of reading the feed from its beginning: the document of every record by entity and key, in the form of `copyOf`. */
export async function replayedCopy(
  store: ContextStore,
  { id, connector }: SyncConnection,
): Promise<Readonly<Record<string, Readonly<Record<string, unknown>>>>> {
  const layouts = entityPlans(connector).map(({ layout }) => layout);
  const copies = replay(await readFeed(store, id, layouts, 50));
  return Object.fromEntries(layouts.map(({ entity }) => [entity, Object.fromEntries(copies.get(entity) ?? [])]));
}
