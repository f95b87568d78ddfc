import type { StoredValue } from './context-store.ts';

// Thrown if the stored checkpoint is not the one a write is based on, because another process has continued from there. Nothing is written.
class OutdatedCheckpointError extends Error {
  constructor() {
    super('Another process has stored a newer checkpoint.');
    this.name = 'OutdatedCheckpointError';
  }
}

/** The error of a write whose checkpoint does not follow the stored one. */
export function outdatedCheckpoint(): Error {
  return new OutdatedCheckpointError();
}

/** Whether an error means that a newer checkpoint was stored elsewhere. Errors of other threads keep only their name. */
export function isOutdatedCheckpoint(error: unknown): boolean {
  return error instanceof Error && error.name === 'OutdatedCheckpointError';
}

/** The revision of a checkpoint; 0 for none, and for one that does not count. */
export function revisionOf(checkpoint: StoredValue): number {
  if (typeof checkpoint !== 'object' || checkpoint === null || !('revision' in checkpoint)) return 0;
  return typeof checkpoint.revision === 'number' ? checkpoint.revision : 0;
}

/** Throws unless a checkpoint follows the stored one, whose revision is given. One that does not count follows every other. */
export function requireFollowing(storedRevision: number, nextRevision: number): void {
  if (nextRevision !== 0 && nextRevision !== storedRevision + 1) throw outdatedCheckpoint();
}
