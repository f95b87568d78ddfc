/** Waits for changes of the copies of one connection. */
export interface ChangeWatch {
  /**
   * Resolves when something has changed since the last call, or since the watch began; after some milliseconds, because another process may
   * have changed it, and when the signal aborts.
   */
  changed(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Ends the watch. */
  end(): void;
}

interface Watcher {
  hasChanged: boolean;
  wake: () => void;
}

/** Notifies followers of feeds that a connection has changed, in this process or in another. */
export class ChangeSignals {
  readonly #watchers = new Map<string, Set<Watcher>>();
  readonly #listeners = new Set<(connectionId: string) => void>();

  /** Announces that the feed of a connection has grown. */
  notify(connectionId: string): void {
    for (const watcher of this.#watchers.get(connectionId) ?? []) {
      watcher.hasChanged = true;
      watcher.wake();
    }
    for (const listener of this.#listeners) listener(connectionId);
  }

  /** Calls a listener for each change of any connection, until the function that is returned is called. */
  onChange(listener: (connectionId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Begins to watch a connection. */
  watch(connectionId: string): ChangeWatch {
    const watcher: Watcher = { hasChanged: false, wake: () => {} };
    const watchers = this.#watchers.get(connectionId) ?? new Set();
    this.#watchers.set(connectionId, watchers.add(watcher));
    return {
      changed: async (milliseconds, signal) => {
        if (!watcher.hasChanged && signal?.aborted !== true) await waitFor(watcher, milliseconds, signal);
        watcher.hasChanged = false;
      },
      end: () => {
        watchers.delete(watcher);
        watcher.wake();
        if (watchers.size === 0 && this.#watchers.get(connectionId) === watchers) this.#watchers.delete(connectionId);
      },
    };
  }
}

function waitFor(watcher: Watcher, milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, milliseconds);
    signal?.addEventListener('abort', wake, { once: true });
    watcher.wake = wake;
  });
}
