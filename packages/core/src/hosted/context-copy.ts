import { setTimeout as delay } from 'node:timers/promises';
import type { Connector, EventHint, RawValue } from '@connectory/connector-sdk';
import type { DirectActionName } from '@connectory/connector-sdk/engine';
import {
  type ChangePage,
  type ChangeQuery,
  ChangeSignals,
  type ChangeWatch,
  type Clock,
  type ContextStore,
  type CopiedRecord,
  copiedRecords,
  type EntityLayout,
  type EntitySync,
  type EntitySyncState,
  type Erasure,
  type FeedPosition,
  type FilterJob,
  type HeldRemoval,
  LivePriority,
  type MentionPage,
  type MentionQuery,
  type PassSummary,
  RecordFilter,
  SearchTurns,
  type SyncLimits,
  type SyncRequest,
  SyncRunner,
  type SyncRunnerOptions,
} from '@connectory/context-store';
import type { Connection, ControlPlane, Policy } from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';
import { parseExactly } from '@connectory/exact-json';
import type { SnapshotFiles } from '@connectory/snapshots';
import type { UpstreamClient } from '@connectory/upstream';
import { viewOf } from '../data-view/data-views.ts';
import type { EntityView } from '../data-view/entity-view.ts';
import type { Bound } from '../observation.ts';
import { canHaveOwnFields, discoverOwnFields } from '../own-fields/discover-own-fields.ts';
import { connectorOf, requireInstalled } from '../own-fields/own-connector.ts';
import type { RegisteredConnector, Registry } from '../registry.ts';
import { maySearch, resolveAction, searchAction } from '../resolve-action.ts';
import { type ChangesRequest, type ChangesResponse, readCopyChanges } from './copy-changes.ts';
import { type CopySnapshot, type SnapshotRequest, snapshotOf } from './copy-snapshots.ts';
import { type CopySearch, type SearchResponse, searchCopy } from './search-copy.ts';
import { ConnectionDirectory, StoredConnection } from './stored-connections.ts';
import { type SyncObservation, UpstreamSource } from './upstream-source.ts';

/** Dependencies of the copies of a gateway in hosted mode. */
export interface ContextCopyParts {
  /** Stays open: its owner closes it after `stop`. */
  readonly store: ContextStore;
  readonly registry: Registry;
  readonly controlPlane: ControlPlane;
  readonly upstream: UpstreamClient;
  /** Called with every unexpected error of a synchronization, for the log. */
  readonly onError: SyncRunnerOptions['onError'];
  /** Called after each page that was read for a copy or could not be. */
  readonly observe?: (observation: SyncObservation) => void;
  /** Called after each record that an event was about. */
  readonly onHint?: SyncRunnerOptions['onHint'];
  /** Called when a pass ends that held a large removal. */
  readonly onHeld?: (connection: StoredConnection, entity: string, held: HeldRemoval) => void;
  readonly limits?: Partial<SyncLimits>;
  /** Files of whole copies; closed by its owner after `stop`. Without them, none are made. */
  readonly snapshots?: SnapshotFiles;
  /** Notified by the store when a copy changes. Without it, followers of changes poll. */
  readonly signals?: ChangeSignals;
  /** Clock of the synchronization; by default the machine's. */
  readonly clock?: Clock;
}

/** A successful write: its request, and the JSON text of the record that the upstream returned. */
export interface FinishedWrite {
  readonly connection: Connection;
  readonly connector: Connector;
  readonly entity: string;
  readonly action: DirectActionName;
  readonly params: Readonly<Record<string, unknown>>;
  readonly json: Buffer;
}

/** A copy that a policy allows to search. */
export interface VisibleCopy {
  readonly layout: EntityLayout;
  /** What the policy shows of it; undefined for everything. */
  readonly view: EntityView | undefined;
}

/** Age of what is known of an account from which passes discover it again, in milliseconds. */
const rediscoveredAfter = 60 * 60_000;
const writeTimeout = 5_000;
const pingTimeout = 1_000;
const nilUuid = '00000000-0000-0000-0000-000000000000';

/** The synchronized copies of a gateway in hosted mode: keeps them in sync, searches them, and brings writes of this gateway into them. */
export class ContextCopy {
  readonly #store: ContextStore;
  readonly #registry: Registry;
  readonly #controlPlane: ControlPlane;
  readonly #onError: SyncRunnerOptions['onError'];
  readonly #source: UpstreamSource;
  readonly #priority = new LivePriority();
  readonly #runner: SyncRunner;
  readonly #searches: SearchTurns;
  readonly #filter = new RecordFilter();
  readonly #signals: ChangeSignals;
  readonly #snapshots: SnapshotFiles | undefined;

  constructor(parts: ContextCopyParts) {
    const { store, registry, controlPlane, upstream, onError, observe, onHint, onHeld, limits, clock } = parts;
    this.#signals = parts.signals ?? new ChangeSignals();
    this.#store = store;
    this.#snapshots = parts.snapshots;
    this.#registry = registry;
    this.#controlPlane = controlPlane;
    this.#onError = onError;
    this.#searches = new SearchTurns(store.searchTurns);
    this.#source = new UpstreamSource({ controlPlane, upstream, observe });
    this.#runner = new SyncRunner({
      store,
      source: this.#source,
      leases: controlPlane.leases,
      directory: new ConnectionDirectory(controlPlane, registry),
      refresh: (one, full, signal) => this.#refreshed(one as StoredConnection, full, signal),
      budget: this.#priority,
      onError,
      ...(onHint !== undefined && { onHint }),
      // The directory lists stored connections only.
      onFailing: (one, reason) => {
        const { workspaceId, id } = one as StoredConnection;
        controlPlane.connections.report(workspaceId, id, { event: 'failing', reason }).catch(() => undefined);
      },
      ...(onHeld !== undefined && { onHeld: (one, entity, held) => onHeld(one as StoredConnection, entity, held) }),
      ...(limits !== undefined && { limits }),
      ...(clock !== undefined && { clock }),
    });
  }

  /** Limits and current use of searches and synchronization, for metrics. */
  get bounds(): readonly Bound[] {
    return copyBounds(this.#searches, this.#runner, this.#snapshots);
  }

  /** Starts synchronizing what is due. */
  start(): void {
    this.#runner.start();
  }

  /**
   * Searches the copy of one entity when it is the workspace's turn. Throws `context_store_not_ready`, `store_busy`, `search_timeout`, and
   * the reason of the signal when that aborts while it waits.
   */
  search(search: CopySearch): Promise<SearchResponse> {
    const { workspaceId } = search.connection;
    return this.#searches.run(workspaceId, () => searchCopy(this.#store, search), search.signal);
  }

  /**
   * Returns a file with all records of an entity at one state, made when it is the workspace's turn unless there is one. Its user releases it.
   * Throws `context_store_not_ready`, `store_busy`, `search_timeout`, `database_unavailable`, and the reason of the signal when that aborts.
   */
  async snapshot(given: Connection, request: Omit<SnapshotRequest, 'connection'>): Promise<CopySnapshot> {
    if (this.#snapshots === undefined) throw new TypeError('These copies have no place for files.');
    const connection = await this.#stored(given);
    return snapshotOf(this.#store, this.#snapshots, { connection, ...request });
  }

  /** The first records of an entity in the copy of a connection. Throws a `TypeError` for an entity without a copy. */
  async records(connection: Connection, entity: string, limit: number): Promise<readonly CopiedRecord[]> {
    return copiedRecords(this.#store, await this.#stored(connection), entity, limit);
  }

  /**
   * Reads a page of the changes of a connection when it is the workspace's turn. Throws `invalid_cursor`, `changes_expired`, `store_busy`, and
   * the reason of the signal when that aborts while it waits.
   */
  changes(workspaceId: string, request: ChangesRequest, signal?: AbortSignal): Promise<ChangesResponse> {
    return this.#searches.run(workspaceId, () => readCopyChanges(this.#store, request), signal);
  }

  /** Layouts of the copies of a connection, by entity. Throws `connector_not_found` if its connector is not installed. */
  async layouts(connection: Connection): Promise<readonly EntityLayout[]> {
    const { entities } = await this.#registered(connection);
    return [...entities.values()].flatMap(({ copy }) => copy ?? []);
  }

  /**
   * The copy of an entity that a policy allows to search, with what it shows of it. Throws like `resolveAction`, `connector_not_found` if the
   * connector is not installed, and `forbidden` if no record can be shown.
   */
  async searched(connection: Connection, policy: Policy, entity: string): Promise<VisibleCopy> {
    const registered = await this.#registered(connection);
    const found = resolveAction(registered, connection, policy, { entity, action: searchAction }, this);
    const named = registered.entities.get(entity);
    if (found.kind !== 'search' || named === undefined) throw new TypeError(`${searchAction} is not a search.`);
    const view = await viewOf(
      { registry: this.#registry, controlPlane: this.#controlPlane },
      policy,
      connection,
      named,
    );
    view?.requireReadable();
    return { layout: found.layout, view };
  }

  /**
   * The copies of a connection that a policy allows to search, with what it shows of them. Throws `connector_not_found` if its connector is not
   * installed.
   */
  async visible(connection: Connection, policy: Policy): Promise<readonly VisibleCopy[]> {
    const parts = { registry: this.#registry, controlPlane: this.#controlPlane };
    const { entities } = await this.#registered(connection);
    const visible: VisibleCopy[] = [];
    for (const entity of entities.values()) {
      if (entity.copy === null || !maySearch(policy, connection, entity.entity.name)) continue;
      const view = await viewOf(parts, policy, connection, entity);
      if (view?.isReadable ?? true) visible.push({ layout: entity.copy, view });
    }
    return visible;
  }

  /** Reads the feed of a connection with the documents before and after each change, when it is the workspace's turn. */
  feed(workspaceId: string, connectionId: string, query: ChangeQuery): Promise<ChangePage> {
    return this.#searches.run(workspaceId, () => this.#store.readChanges(connectionId, query));
  }

  /**
   * Looks through a part of the copy of an entity for texts and values, when it is the workspace's turn. Throws `store_busy`,
   * `search_timeout`, and the reason of the signal when that aborts while it waits.
   */
  mentions(
    { workspaceId, id: connectionId }: Connection,
    layout: EntityLayout,
    query: MentionQuery,
    signal: AbortSignal,
  ): Promise<MentionPage> {
    return this.#searches.run(workspaceId, () => this.#store.findMentions({ connectionId, layout }, query), signal);
  }

  /** Erases records of an entity and their earlier versions. Returns how many records were removed. */
  erase({ id: connectionId }: Connection, layout: EntityLayout, erasure: Erasure): Promise<number> {
    return this.#store.erase({ connectionId, layout }, erasure);
  }

  /** Removes the files of the copies of a connection, also those that are being made; they are made again when they are asked for. */
  async removeFiles(connectionId: string): Promise<void> {
    await this.#snapshots?.removeConnection(connectionId);
  }

  /** Which documents match a filter, when it is the workspace's turn. Throws `search_timeout`, and the reason of the signal when that aborts. */
  matches(workspaceId: string, job: FilterJob, signal: AbortSignal): Promise<readonly boolean[]> {
    return this.#filter.matches(workspaceId, job, signal);
  }

  /** The place in the feed of a connection before the first change at or after a time; the beginning when that is no longer kept. */
  async feedAt(workspaceId: string, connectionId: string, at: number): Promise<FeedPosition> {
    const page = await this.feed(workspaceId, connectionId, { layouts: [], from: { at }, limit: 1 });
    return page.state === 'read' ? page.start : { feed: page.head.feed, sequence: 0 };
  }

  /** The end of the feed of a connection. */
  feedHead(connectionId: string): Promise<FeedPosition> {
    return this.#store.feedHead(connectionId);
  }

  /** Waits for changes of a connection, until the watch is ended. */
  watchChanges(connectionId: string): ChangeWatch {
    return this.#signals.watch(connectionId);
  }

  /** Runs a live call of a connection, whose synchronization pauses in the meantime. */
  live<Result>(connectionId: string, call: () => Promise<Result>): Promise<Result> {
    return this.#priority.live(connectionId, call);
  }

  /**
   * Brings a write into the copy, so that it is found at once. Never fails, and ends after five seconds at the latest: the write has
   * succeeded, and what the store then still does shows later.
   */
  async wrote({ connection, connector, entity, action, params, json }: FinishedWrite): Promise<void> {
    const apply = async () =>
      this.#runner.applyWrite({
        connection: new StoredConnection(connection, connector),
        entity,
        action,
        params,
        result: parsed(json),
      });
    const enough = new AbortController();
    const waited = delay(writeTimeout, undefined, { signal: enough.signal, ref: false }).catch(() => undefined);
    await Promise.race([apply().catch(() => undefined), waited]);
    enough.abort();
  }

  /**
   * Reads the records that an event of the vendor is about, soon; those of a paused connection are read when it is resumed. Throws
   * `connector_not_found` when its connector is not installed.
   */
  async hint(connection: Connection, hints: readonly EventHint[]): Promise<void> {
    if (connection.paused) return;
    this.#runner.hint(await this.#stored(connection), hints);
  }

  /**
   * Wants a connection synchronized now, even if its credentials were rejected before; a paused one is synchronized when it is resumed. Throws
   * `unknown_entity` for a name without a copy, `connector_not_found` when its connector is not installed.
   */
  async request(connection: Connection, request: SyncRequest = {}): Promise<void> {
    if (connection.paused) return;
    this.#runner.request(await this.#stored(connection), request);
  }

  /** Ends what runs for a connection that was paused after the current page. It is not listed again until it is resumed. */
  pause(connectionId: string): void {
    this.#runner.pause(connectionId);
  }

  /** How far the copy of each entity of a connection is. Throws `connector_not_found` when its connector is not installed. */
  async states(connection: Connection): Promise<readonly EntitySyncState[]> {
    return this.#runner.states(await this.#stored(connection));
  }

  /** The states with the totals of the copies and their schedules. Throws like `states`. */
  async syncs(connection: Connection): Promise<readonly EntitySync[]> {
    return this.#runner.syncs(await this.#stored(connection));
  }

  /** Whether an entity is read by schedule, and the seconds between its passes. Throws `connector_not_found` like `states`. */
  async schedule(connection: Connection, entity: string): Promise<ReturnType<SyncRunner['schedule']>> {
    return this.#runner.schedule(await this.#stored(connection), entity);
  }

  /** The last passes of an entity, newest first. Throws `unknown_entity` for a name without a copy, and like `states`. */
  async passes(connection: Connection, entity: string): Promise<readonly PassSummary[]> {
    return this.#runner.passes(await this.#stored(connection), entity);
  }

  /** Removes the copy and the files of a connection that was deleted from the control plane. */
  async remove(connectionId: string): Promise<void> {
    await this.#runner.remove(connectionId);
    await this.removeFiles(connectionId);
  }

  /** For how many milliseconds the slowest page of a synchronization has been read by now. */
  maxPage(): number {
    return this.#source.maxPage();
  }

  /** Throws when the store cannot be read. One that is only busy is not waited for. */
  async ping(): Promise<void> {
    const layout = this.#someLayout();
    if (layout === undefined) return;
    const read = this.#store.readCheckpoint({ connectionId: nilUuid, layout });
    const enough = new AbortController();
    const waited = delay(pingTimeout, null, { signal: enough.signal, ref: false }).catch(() => null);
    try {
      await Promise.race([read, waited]);
    } catch (error) {
      if (!GatewayError.is(error, 'store_busy')) throw error;
    } finally {
      enough.abort();
    }
  }

  // Any will do. Those of all connectors would take a part of a second.
  #someLayout(): EntityLayout | undefined {
    for (const { entities } of this.#registry.all()) {
      for (const { copy } of entities.values()) if (copy !== null) return copy;
    }
    return undefined;
  }

  /**
   * Starts no new work and waits for pages that are being read; interrupts them when `deadline` aborts. Interrupted passes continue in the
   * next process.
   */
  async stop(deadline: AbortSignal): Promise<void> {
    const breakOff = () => this.#source.close();
    if (deadline.aborted) breakOff();
    else deadline.addEventListener('abort', breakOff, { once: true });
    await this.#runner.stop();
    deadline.removeEventListener('abort', breakOff);
    await this.#filter.close();
  }

  /**
   * The connection with what its account has added, discovered again once that is an hour old or a full pass was requested. If it cannot be
   * read, the passes go on with what was discovered before; those that need it will fail with the same error.
   */
  async #refreshed(given: StoredConnection, full: boolean, signal: AbortSignal): Promise<StoredConnection> {
    const { workspaceId, id } = given;
    const { connections } = this.#controlPlane;
    const connector = this.#registry.get(given.connector.id)?.connector;
    if (connector === undefined || !canHaveOwnFields(connector)) return given;
    const stored = await connections.ownFields(workspaceId, id);
    const age = stored === null ? Number.POSITIVE_INFINITY : Date.now() - Date.parse(stored.discoveredAt);
    const before = await connections.get(workspaceId, id);
    if (before === null) return given;
    if (full || age >= rediscoveredAfter) {
      const parts = { registry: this.#registry, controlPlane: this.#controlPlane, source: this.#source };
      await discoverOwnFields(parts, before, signal).catch((error: unknown) => {
        if (!GatewayError.is(error) && !signal.aborted) this.#onError(error, id, null);
      });
    }
    const after = await connections.get(workspaceId, id, { fresh: true });
    return after === null ? given : this.#stored(after);
  }

  async #stored(connection: Connection): Promise<StoredConnection> {
    const { connector } = await this.#registered(connection);
    return new StoredConnection(connection, connector);
  }

  async #registered(connection: Connection): Promise<RegisteredConnector> {
    const parts = { registry: this.#registry, controlPlane: this.#controlPlane };
    return requireInstalled(await connectorOf(parts, connection), connection);
  }
}

// A response that is not JSON does not contain the record; the engine then requests a pass.
function parsed(json: Buffer): RawValue {
  try {
    return parseExactly(json.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** The bounds of searches and synchronization. */
function copyBounds(
  searches: Pick<SearchTurns, 'running' | 'maxRunning' | 'waiting' | 'maxWaiting'>,
  syncs: Pick<SyncRunner, 'load'>,
  snapshots: Pick<SnapshotFiles, 'load'> | undefined,
): readonly Bound[] {
  const files: readonly Bound[] =
    snapshots === undefined
      ? []
      : [
          {
            name: 'snapshots',
            help: 'Files of whole copies that are being made',
            limit: snapshots.load.maxMaking,
            inUse: () => snapshots.load.making,
          },
        ];
  return [
    ...files,
    {
      name: 'searches',
      help: 'Running searches of synchronized copies',
      limit: searches.maxRunning,
      inUse: () => searches.running,
    },
    {
      name: 'search_queue',
      help: 'Waiting searches of synchronized copies',
      limit: searches.maxWaiting,
      inUse: () => searches.waiting,
    },
    {
      name: 'sync_slots',
      help: 'Connections that are being synchronized right now',
      limit: syncs.load.maxWorking,
      inUse: () => syncs.load.working,
    },
    {
      name: 'sync_runs',
      help: 'Connections with a synchronization in progress, including those that wait for their upstream',
      limit: syncs.load.maxRunning,
      inUse: () => syncs.load.running,
    },
    {
      name: 'event_queue',
      help: 'Records that events are about and that are still to be read',
      limit: syncs.load.maxHinted,
      inUse: () => syncs.load.hinted,
    },
  ];
}
