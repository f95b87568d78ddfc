import type { TestGateway } from './test-gateway.ts';

/** One rule of the suite. The checks of a group share a gateway and run in order. */
export interface ConformanceCheck {
  readonly group: CheckGroup;
  readonly name: string;
  /** Throws a `Finding` when the connector breaks the rule. */
  run(gateway: TestGateway): Promise<void> | void;
}

/** The parts of the suite, in the order in which they run. */
export const checkGroups = [
  'manifest',
  'actions',
  'paging',
  'retries',
  'failures',
  'secrets',
  'search and sync',
  'events',
  "the vendor's description",
] as const;

/** Name of a part of the suite. */
type CheckGroup = (typeof checkGroups)[number];
