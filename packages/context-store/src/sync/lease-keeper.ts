/** Mutual exclusion between all processes that share a store: the part of the control plane's leases the engine uses. */
export interface LeaseKeeper {
  /**
   * Runs `work` while holding the lease; `signal` aborts if the lease is lost. Throws an error named `LeaseUnavailableError` if the lease
   * is held elsewhere for the whole waiting time (by default none).
   */
  withLease<Result>(
    name: string,
    options: { readonly waitSeconds?: number },
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result>;

  /** Calls `listener` with the names of leases that became free because their holder died; the returned function ends that. */
  whenFreed(listener: (names: readonly string[]) => void): () => void;
}

/** Name of the lease under which one entity of one connection is synchronized. */
export function leaseName(connectionId: string, entity: string): string {
  return `sync/${connectionId}/${entity}`;
}

/** The connection whose synchronization a lease is for; null for a lease of something else. */
export function connectionOfLease(name: string): string | null {
  const [kind, connectionId = null] = name.split('/');
  return kind === 'sync' ? connectionId : null;
}

/** Whether an error means that the lease is held elsewhere. */
export function isLeaseUnavailable(error: unknown): boolean {
  return error instanceof Error && error.name === 'LeaseUnavailableError';
}
