import type { PageRequest, SourcePage, SyncSource } from '../../src/sync/sync-source.ts';

/** A source that withholds one page until `answer` is called; `reached` resolves when the page is requested. */
export interface HeldBackSource extends SyncSource {
  readonly reached: Promise<void>;
  readonly response: () => void;
}

/** Holds back the first page of an entity, or the one after a cursor, once. */
export function heldBack(source: SyncSource, entity: string, cursor?: string): HeldBackSource {
  const reached = Promise.withResolvers<void>();
  const responded = Promise.withResolvers<void>();
  let isHeld = false;
  const readPage = async (request: PageRequest): Promise<SourcePage> => {
    const page = await source.readPage(request);
    if (!isHeld && request.entity.name === entity && request.params.cursor === cursor) {
      isHeld = true;
      reached.resolve();
      await responded.promise;
    }
    return page;
  };
  return { readPage, reached: reached.promise, response: () => responded.resolve() };
}
