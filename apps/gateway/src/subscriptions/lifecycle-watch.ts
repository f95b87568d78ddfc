import type { Clock } from '@connectory/context-store';
import {
  type Connection,
  type ControlPlane,
  includesType,
  LeaseUnavailableError,
  type LifecycleEventType,
  type Subscription,
  type WorkspaceId,
} from '@connectory/control-plane';
import type { ContextCopy, Registry } from '@connectory/core';
import { upcomingSunsets } from '../service/upstream-sunsets.ts';
import { type ScheduledCopy, scheduledCopies } from '../syncs/scheduled-copies.ts';
import { connectionsOf } from './check-selection.ts';

const lookMilliseconds = 60_000;
const maxSubscriptions = 1_000;
/** A copy is stale after three intervals without a complete pass, but never before three hours. */
const staleIntervals = 3;
const minStaleMilliseconds = 3 * 60 * 60_000;
/** Days before the end of an API version at which it is announced, the nearest first. */
const sunsetDays = [7, 30, 90] as const;

/** Dependencies of the watch. */
export interface LifecycleWatchParts {
  readonly controlPlane: ControlPlane;
  readonly copy: ContextCopy;
  readonly registry: Registry;
  readonly clock: Clock;
  /** Whether the vendors are simulated, whose API versions do not end. */
  readonly isDemo: boolean;
  readonly onError: (error: unknown) => void;
}

/**
 * Finds what no single change reports: copies that fail or grow too old, and API versions that end. Once a minute, in one process at a time,
 * and only in workspaces with an active subscription to such events.
 */
export class LifecycleWatch {
  readonly #parts: LifecycleWatchParts;
  readonly #stopping = new AbortController();
  #looking: Promise<void> = Promise.resolve();

  constructor(parts: LifecycleWatchParts) {
    this.#parts = parts;
  }

  /** Starts looking, once a minute. */
  start(): void {
    this.#looking = this.#repeat();
  }

  /** Stops, and resolves when nothing runs. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#looking;
  }

  /** Looks once; does nothing while another process does. */
  async look(): Promise<void> {
    const { controlPlane, isDemo } = this.#parts;
    const subscriptions = await controlPlane.subscriptions.active(maxSubscriptions);
    const copies = workspacesWith(subscriptions, ['sync.failed', 'sync.recovered', 'sync.stale']);
    const sunsets: ReadonlySet<WorkspaceId> = isDemo ? new Set() : workspacesWith(subscriptions, ['connector.sunset']);
    if (copies.size + sunsets.size === 0) return;
    await controlPlane.leases.withLease('lifecycle-watch', {}, async () => {
      for (const workspaceId of new Set([...copies, ...sunsets])) {
        const connections = await connectionsOf(controlPlane, workspaceId);
        if (sunsets.has(workspaceId)) await this.#reportSunsets(workspaceId, connections);
        if (copies.has(workspaceId)) await this.#reportCopies(workspaceId, connections);
        if (this.#stopping.signal.aborted) return;
      }
    });
  }

  async #repeat(): Promise<void> {
    const { clock, onError } = this.#parts;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.look().catch((error: unknown) => {
        if (!(error instanceof LeaseUnavailableError)) onError(error);
      });
      await clock.sleep(lookMilliseconds, signal);
    }
  }

  async #reportSunsets(workspaceId: WorkspaceId, connections: readonly Connection[]): Promise<void> {
    const { controlPlane, registry, clock } = this.#parts;
    const used = new Set(connections.map(({ connector }) => connector));
    const connectors = registry.all().flatMap(({ connector }) => (used.has(connector.id) ? [connector] : []));
    for (const { connector, ...version } of upcomingSunsets(connectors, clock.now(), Math.max(...sunsetDays))) {
      const days = sunsetDays.find((limit) => version.days_left <= limit);
      await controlPlane.lifecycleEvents.begin({
        workspaceId,
        type: 'connector.sunset',
        subject: connector,
        connectionId: null,
        of: `sunset/${connector}/${version.version}`,
        state: String(days),
        data: { connector, ...version },
      });
    }
  }

  async #reportCopies(workspaceId: WorkspaceId, connections: readonly Connection[]): Promise<void> {
    const { controlPlane, copy, registry, clock, onError } = this.#parts;
    const reported = await controlPlane.lifecycleEvents.reported(workspaceId);
    for (const connection of connections) {
      if (this.#stopping.signal.aborted) return;
      // The copies of a paused connection are meant to grow old.
      if (connection.paused || registry.get(connection.connector) === undefined) continue;
      try {
        for (const one of await scheduledCopies(copy, connection, clock.now()))
          await this.#reportCopy(connection, one, reported);
      } catch (error) {
        // Such as one that was deleted meanwhile.
        onError(error);
      }
    }
  }

  async #reportCopy(connection: Connection, one: ScheduledCopy, reported: ReadonlySet<string>): Promise<void> {
    const { lifecycleEvents } = this.#parts.controlPlane;
    const { state, isFailing } = one;
    const ofs = {
      'sync.failed': `failed/${connection.id}/${state.entity}`,
      'sync.stale': `stale/${connection.id}/${state.entity}`,
    };
    const event = (type: LifecycleEventType, data: object) => ({
      workspaceId: connection.workspaceId,
      type,
      subject: connection.id,
      data: {
        connection_id: connection.id,
        name: connection.name,
        connector: connection.connector,
        entity: state.entity,
        synced_at: state.synced_at,
        ...data,
      },
    });
    const begin = async (type: keyof typeof ofs, data: object) => {
      if (reported.has(ofs[type])) return;
      const of = { connectionId: connection.id, of: ofs[type], state: type };
      await lifecycleEvents.begin({ ...event(type, data), ...of });
    };
    const [error] = state.errors;
    if (isFailing && error !== undefined)
      await begin('sync.failed', { code: error.code, reason: error.message, coverage: state.coverage });
    const maxAge = Math.max(minStaleMilliseconds, staleIntervals * one.interval);
    const isStale = isTooOld(one, maxAge);
    if (isStale && one.age !== null)
      await begin('sync.stale', { age_seconds: seconds(one.age), max_age_seconds: seconds(maxAge) });
    // A pass that runs or waits shows nothing yet.
    const isGood = !isFailing && !isStale && state.phase === 'idle' && state.synced_at !== null;
    const ended = Object.values(ofs).filter((of) => reported.has(of));
    if (isGood && ended.length > 0) await lifecycleEvents.end(ended, event('sync.recovered', {}));
  }
}

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1_000);

// A first pass may take longer.
const isTooOld = ({ age, state }: ScheduledCopy, maxAge: number) =>
  age !== null && age > maxAge && (state.synced_at !== null || state.phase !== 'running');

function workspacesWith(
  subscriptions: readonly Subscription[],
  types: readonly LifecycleEventType[],
): ReadonlySet<WorkspaceId> {
  const wanted = subscriptions.filter(({ events }) => types.some((type) => includesType(events, type)));
  return new Set(wanted.map(({ workspaceId }) => workspaceId));
}
