import type { Connector, Entity, RawValue } from '@connectory/connector-sdk';
import type { DirectActionName } from '@connectory/connector-sdk/engine';

/** How often the entities of a connection are read. */
export interface SyncSchedule {
  /** Seconds from the end of a pass to the next one; undefined for the default of the engine. */
  readonly intervalSeconds?: number | undefined;
  /** What differs, by entity; one that is not enabled is only read on request. */
  readonly entities?: Readonly<Record<string, { readonly intervalSeconds?: number; readonly enabled?: boolean }>>;
}

/** A stored connection as the engine needs it: whose copy it is, what can be read, and the settings some partitions come from. */
export interface SyncConnection {
  readonly id: string;
  /** Whose turn it is when it is synchronized. */
  readonly workspaceId: string;
  readonly connector: Connector;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly schedule?: SyncSchedule;
}

/** Parameters of an action, and what to merge into them for the next page: JSON values. */
export type PageParams = Readonly<Record<string, unknown>>;

/** One page the engine wants to read. */
export interface PageRequest {
  readonly connection: SyncConnection;
  readonly entity: Entity;
  readonly action: DirectActionName;
  readonly params: PageParams;
  /** Aborts when the page is of no use any more, or has taken too long: then with the `GatewayError` it is to fail with. */
  readonly signal: AbortSignal;
}

/** One page of records as the action returns them; `nextParams` is null after the last one. */
export interface SourcePage {
  readonly records: readonly RawValue[];
  readonly nextParams: PageParams | null;
  /** True if the upstream has records that belong to this page but did not return them. */
  readonly incomplete?: boolean;
  /** The most records that the upstream returns of the list, if the list has more and this is the last page it returns. */
  readonly cappedAt?: number;
}

/**
 * The source that the engine reads from. An action that returns one record yields a page of one. Errors are `GatewayError`s, thrown after
 * the source's own retries; their code decides whether the engine waits, continues with the next partition, or stops.
 */
export interface SyncSource {
  readPage(request: PageRequest): Promise<SourcePage>;
}

/** The connections to keep in sync. */
export interface SyncDirectory {
  connections(): AsyncIterable<SyncConnection>;
}
