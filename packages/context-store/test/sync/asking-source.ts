import { type ErrorCode, GatewayError } from '@connectory/errors';
import type { PageParams, SourcePage, SyncSource } from '../../src/sync/sync-source.ts';

/** A page that a process wants of its parent process. */
export interface Question {
  readonly kind: 'ask';
  readonly entity: string;
  readonly params: PageParams;
}

/** The parent process's answer to a question. */
export type Response =
  | { readonly kind: 'page'; readonly page: SourcePage }
  | { readonly kind: 'error'; readonly code: ErrorCode };

/** A source that requests pages from the parent process, one after the other; `hear` receives its responses. */
export function askingSource(): SyncSource & { hear(response: Response): void } {
  let resolve: (page: SourcePage) => void = () => undefined;
  let reject: (error: GatewayError) => void = () => undefined;
  return {
    readPage: ({ entity, params }) =>
      new Promise((responded, refused) => {
        resolve = responded;
        reject = refused;
        process.send?.({ kind: 'ask', entity: entity.name, params } satisfies Question);
      }),
    hear: (response) => {
      if (response.kind === 'page') resolve(response.page);
      else reject(new GatewayError(response.code, 'Tracker refuses.'));
    },
  };
}
