import type { ContextStore, StoredRecord, StoreScope } from '@connectory/context-store';
import { field, layoutOf } from './written-file.ts';

/** A copy that takes a moment to read. */
export const bigScope: StoreScope = {
  connectionId: 'c0ffee00-0000-4000-8000-00000000000b',
  layout: layoutOf(field('id', 'integer'), field('text', 'string')),
};

/** Fills it. */
export async function fillBigCopy(store: ContextStore): Promise<void> {
  for (let page = 0; page < 8; page += 1) {
    const records = Array.from({ length: 1000 }, (_, index): StoredRecord => {
      const id = page * 1000 + index;
      return { key: String(id).padStart(6, '0'), document: { id, text: `${id} `.repeat(100) } };
    });
    await store.writePage(bigScope, { records, generation: 1, checkpoint: { page } });
  }
}
