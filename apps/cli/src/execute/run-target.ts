import type { ConnectorEntity } from '@connectory/client';
import type { ActionRunner } from './action-runner.ts';

/** One account on which actions can be run, with what its connector offers. */
export interface RunTarget {
  /** The id of the connector. */
  readonly connector: string;
  /** The entities that may be used, with their actions. */
  entities(): Promise<readonly ConnectorEntity[]>;
  /** One of them; undefined when there is none with that name. */
  entity(name: string): Promise<ConnectorEntity | undefined>;
  /** Gets ready to run actions. Throws the problem that prevents it. */
  open(): Promise<ActionRunner>;
  /** Ends what `entities` needed. */
  close(): void;
}
