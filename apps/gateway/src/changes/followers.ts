import type { Bound } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import { Counts } from '../http/limits.ts';

const limits = { workspace: 250, process: 1_000 };

/** Counts the open streams of changes in this process, by workspace. */
export class Followers {
  readonly #ofWorkspace = new Counts();
  #all = 0;

  /** Number of open streams. */
  readonly bound: Bound = {
    name: 'change_streams',
    help: 'Open streams of changes',
    limit: limits.process,
    inUse: () => this.#all,
  };

  /** Counts a stream; the returned function uncounts it. Throws `rate_limited` at the limit of the workspace and `gateway_busy` at that of the process. */
  begin(workspaceId: string): () => void {
    if (this.#all >= limits.process) {
      throw new GatewayError('gateway_busy', `This process is at its limit of ${limits.process} streams of changes.`, {
        retryAfterSeconds: 10,
      });
    }
    if (this.#ofWorkspace.of(workspaceId) >= limits.workspace) {
      const message = `The workspace is at its limit of ${limits.workspace} streams of changes. Close one, or read pages.`;
      throw new GatewayError('rate_limited', message, { retryAfterSeconds: 10 });
    }
    this.#all++;
    this.#ofWorkspace.add(workspaceId, 1);
    return () => {
      this.#all--;
      this.#ofWorkspace.add(workspaceId, -1);
    };
  }
}
