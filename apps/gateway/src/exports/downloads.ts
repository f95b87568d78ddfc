import type { Bound } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import { Counts } from '../http/limits.ts';

const limits = { workspace: 10, process: 40 };

/** Counts the exports of this process that are being made or sent, by workspace; requests about a person are such exports. */
export class Downloads {
  readonly #ofWorkspace = new Counts();
  #all = 0;

  /** Number of exports. */
  readonly bound: Bound = {
    name: 'exports',
    help: 'Exports that are being made or sent',
    limit: limits.process,
    inUse: () => this.#all,
  };

  /** Counts an export; the returned function uncounts it. Throws `store_busy` at the limit of the workspace or of the process. */
  begin(workspaceId: string): () => void {
    if (this.#all >= limits.process || this.#ofWorkspace.of(workspaceId) >= limits.workspace) {
      const message = `No more than ${limits.workspace} exports of a workspace, and ${limits.process} of all, run at once. Try again when one has ended.`;
      throw new GatewayError('store_busy', message, { retryAfterSeconds: 10 });
    }
    this.#all += 1;
    this.#ofWorkspace.add(workspaceId, 1);
    return () => {
      this.#all -= 1;
      this.#ofWorkspace.add(workspaceId, -1);
    };
  }
}
