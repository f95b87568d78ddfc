/** Mutual exclusion between all processes that share a store: the part of the control plane's leases the engine uses. */
export interface LeaseKeeper {
  /**
   * Runs `work` while holding the lease and renews it meanwhile; `signal` aborts when the lease is lost. Throws an error named
   * `LeaseUnavailableError` when somebody else holds it for the whole waiting time (none unless given).
   */
  withLease<Result>(
    name: string,
    options: { readonly seconds: number; readonly waitSeconds?: number },
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result>;
}

/** Name of the lease under which one entity of one connection is synchronised. */
export function leaseName(connectionId: string, entity: string): string {
  return `sync/${connectionId}/${entity}`;
}

/** Whether an error says that somebody else holds the lease. */
export function isLeaseUnavailable(error: unknown): boolean {
  return error instanceof Error && error.name === 'LeaseUnavailableError';
}
