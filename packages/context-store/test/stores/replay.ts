import { expect } from 'vitest';
import type { Change, ChangePage, FeedPosition } from '../../src/stores/change-feed.ts';
import type { ContextStore, StoredRecord } from '../../src/stores/context-store.ts';
import type { EntityLayout } from '../../src/stores/entity-layout.ts';

/** Every change of a connection, read in pages. Throws when the first is no longer kept. */
export async function readFeed(
  store: ContextStore,
  connectionId: string,
  layouts: readonly EntityLayout[],
  limit = 1_000,
): Promise<readonly Change[]> {
  const changes: Change[] = [];
  for (let from: FeedPosition | null = null; ; ) {
    const page: ChangePage = await store.readChanges(connectionId, { layouts, from, limit });
    if (page.state !== 'read') throw new Error('The feed has expired.');
    changes.push(...page.changes);
    if (!page.hasMore) return changes;
    from = page.position;
  }
}

type Documents = Map<string, StoredRecord['document']>;

/** The records of each entity after some changes, by key. Each change must start where the previous change of its record ended. */
export function replay(changes: readonly Change[]): ReadonlyMap<string, Documents> {
  const copies = new Map<string, Documents>();
  for (const { entity, kind, key, fields, before, after } of changes) {
    const copy = copies.get(entity) ?? new Map();
    copies.set(entity, copy);
    expect(copy.get(key) ?? null).toEqual(before);
    expect(kind).toBe(before === null ? 'added' : after === null ? 'removed' : 'changed');
    expect(fields.length > 0).toBe(kind === 'changed');
    if (after === null) copy.delete(key);
    else copy.set(key, after);
  }
  return copies;
}
