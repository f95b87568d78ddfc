import type { Failures } from '../failures.ts';
import type { Workspace } from '../gateway/workspace.ts';

/** What a gateway is killed in the middle of. */
export const phaseNames = ['sync', 'write', 'refresh', 'manage'] as const;
export type PhaseName = (typeof phaseNames)[number];

/** Work that is under way when the process is killed. */
export interface RunningWork {
  /** Whether the process is in the middle of it now. */
  isUnderWay(): boolean;
  /** Waits until every caller has an answer, or has none because the process is gone. */
  settle(): Promise<void>;
  /** Looks, on the process started after the kill, whether nothing is lost, doubled or stuck. */
  verify(): Promise<void>;
}

/** One kind of work: how it is begun, and until when after that a kill may come. */
export interface Phase {
  /** The longest time from the beginning to the kill, in milliseconds. */
  readonly longest: number;
  begin(round: number): Promise<RunningWork>;
  /** Looks at all rounds together, at the end. */
  conclude(): Promise<void>;
}

/** What all phases share. */
export interface PhaseSurroundings {
  readonly workspace: Workspace;
  readonly failures: Failures;
  /** Nothing may take longer after the gateway is ready again, in milliseconds. */
  readonly longestStuck: number;
}
