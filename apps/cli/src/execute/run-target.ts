import type { ConnectorEntity } from '@connectory/client';
import type { ActionRunner } from './action-runner.ts';

/** An account on which actions can be run, and what its connector offers. */
export interface RunTarget {
  /** The id of the connector. */
  readonly connector: string;
  /** Returns the entities that may be used, with their actions. */
  entities(): Promise<readonly ConnectorEntity[]>;
  /** Returns one of them; undefined if there is none with that name. */
  entity(name: string): Promise<ConnectorEntity | undefined>;
  /** Prepares to run actions. Throws a problem if that is impossible. */
  open(): Promise<ActionRunner>;
  /** Releases what `entities` needed. */
  close(): void;
}
