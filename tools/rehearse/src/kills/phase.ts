import type { Workspace } from '../gateway.ts';
import type { Failures } from '../verdict.ts';

/** The kinds of work that are interrupted by a kill. */
export const phaseNames = ['sync', 'write', 'refresh', 'manage'] as const;
export type PhaseName = (typeof phaseNames)[number];

/** Work in progress when the process is killed. */
export interface RunningWork {
  /** Whether the work is in progress now. */
  isUnderWay(): boolean;
  /** Waits until every caller has a response, or the process has ended without one. */
  settle(): Promise<void>;
  /** Verifies on the restarted process that nothing is lost, duplicated or stuck. */
  verify(): Promise<void>;
}

/** One kind of work: how to start it, and when the process may be killed. */
export interface Phase {
  /** The longest time from the beginning to the kill, in milliseconds. */
  readonly maxMilliseconds: number;
  begin(round: number): Promise<RunningWork>;
  /** Checks all rounds together, at the end. */
  conclude(): Promise<void>;
}

/** What all phases share. */
export interface PhaseContext {
  readonly workspace: Workspace;
  readonly failures: Failures;
  /** Longest acceptable delay after the gateway is ready again, in milliseconds. */
  readonly maxStuck: number;
}
