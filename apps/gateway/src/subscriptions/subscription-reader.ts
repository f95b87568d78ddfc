import type { Change, FeedPosition } from '@connectory/context-store';
import {
  type Connection,
  type ControlPlane,
  deliveryBounds,
  hasLifecycleEvents,
  hidesData,
  includesType,
  type LifecycleEvent,
  type NewDelivery,
  type Policy,
  type Subscription,
} from '@connectory/control-plane';
import { type ContextCopy, encodeChangeCursor, type VisibleCopy, visibleChange } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import { eachInTurns } from '@connectory/exact-json';
import {
  auditDelivery,
  deliveryOf,
  eventDelivery,
  type Matching,
  missedDelivery,
  missedEvents,
  type Wanted,
  wantedChange,
  wantedOf,
} from './change-event.ts';

const changesPerPage = 500;
const eventsPerPage = 200;
const neither: Matching = { before: false, after: false };

/** Whether nobody knows any more what a removed record was: whoever may have received it has to learn that it is gone. */
const isErased = ({ kind, before }: Change) => kind === 'removed' && before === null;

/** Dependencies of the reader. */
export interface SubscriptionReaderParts {
  readonly controlPlane: ControlPlane;
  readonly copy: ContextCopy;
}

/** Where a page ended, and whether more changes follow. */
export interface ReadPage {
  readonly position: FeedPosition | null;
  readonly hasMore: boolean;
}

/** Reads the feeds of one subscription's connections and stores the deliveries to send. */
export class SubscriptionReader {
  readonly #parts: SubscriptionReaderParts;
  readonly #subscription: Subscription;
  readonly #signal: AbortSignal;

  constructor(parts: SubscriptionReaderParts, subscription: Subscription, signal: AbortSignal) {
    this.#parts = parts;
    this.#subscription = subscription;
    this.#signal = signal;
  }

  /**
   * Reads a page of a connection's changes after a position. Returns where it ended. Pauses a subscription whose filter takes too long, and
   * reads nothing once the signal aborts.
   */
  async read(connection: Connection, position: FeedPosition | null): Promise<ReadPage> {
    const { controlPlane, copy } = this.#parts;
    const { id, events } = this.#subscription;
    const { deliveries } = controlPlane.subscriptions;
    if (!includesType(events, 'record.changed')) return { position, hasMore: false };
    if ((await deliveries.waiting(id)) + changesPerPage > deliveryBounds.waiting) return { position, hasMore: false };
    const wanted = await this.#wanted(connection);
    const layouts = [...wanted.keys()].map(({ layout }) => layout);
    const page = await copy.feed(connection.workspaceId, connection.id, {
      layouts,
      from: position,
      limit: changesPerPage,
    });
    if (page.state === 'expired') {
      const missed = missedDelivery(this.#subscription, connection, encodeChangeCursor(page.head));
      const isStored = await this.#store(connection, [missed], page.head);
      return { position: isStored ? page.head : position, hasMore: !isStored };
    }
    const { feed, sequence } = page.position;
    if (feed === position?.feed && sequence === position.sequence) return { position, hasMore: false };
    const ofEntity = new Map([...wanted.keys()].map((one) => [one.layout.entity, one]));
    const changes: Change[] = [];
    await eachInTurns(page.changes, (change) => {
      const visible = visibleChange(change, ofEntity.get(change.entity)?.view);
      if (visible !== null) changes.push(visible);
    });
    // A filter is about exactly one entity.
    const matching = await this.#matching(changes, [...wanted.values()][0]?.condition ?? null);
    if (matching === null) return { position, hasMore: false };
    const found: NewDelivery[] = [];
    for (const [at, change] of changes.entries()) {
      const shown = ofEntity.get(change.entity);
      const selected = shown && wanted.get(shown);
      const event = selected && wantedChange(change, selected, matching[at] ?? neither);
      if (shown === undefined || selected === undefined || !event) continue;
      found.push(
        deliveryOf(event, feed, { subscription: this.#subscription, connection, copy: shown, wanted: selected }),
      );
    }
    // The next turn reads the changed subscription.
    const isStored = feed !== '' && (await this.#store(connection, found, page.position));
    return { position: isStored ? page.position : position, hasMore: isStored && page.hasMore };
  }

  /** Stores the deliveries of a page of the workspace's lifecycle events after a position. True if there are more. */
  async readEvents(position: number): Promise<boolean> {
    const { controlPlane } = this.#parts;
    const { id, workspaceId, events } = this.#subscription;
    if (!hasLifecycleEvents(events)) return false;
    const { lifecycleEvents, subscriptions, workspaces } = controlPlane;
    const read = () => lifecycleEvents.after(workspaceId, position, eventsPerPage);
    let found = await read();
    // Without events after it, either there are none, or they have expired.
    const head = found.length > 0 ? position : await lifecycleEvents.head(workspaceId);
    if (head > position) found = await read();
    const last = found.at(-1)?.position ?? head;
    if (last === position) return false;
    if ((await subscriptions.deliveries.waiting(id)) + found.length + 1 > deliveryBounds.waiting) return false;
    const workspace = await workspaces.find(workspaceId);
    if (workspace === null) return false;
    const expired = (found[0]?.position ?? last + 1) - position - 1;
    const maker = await this.#maker();
    const shown = maker === null || hidesData(maker) ? found.map(withoutRemoteWords) : found;
    const made = shown.flatMap((event) => eventDelivery(event, this.#subscription, workspace) ?? []);
    const all = expired > 0 ? [missedEvents(this.#subscription, position + expired, expired), ...made] : made;
    const isStored = await subscriptions.deliveries.add(this.#subscription, all, { eventPosition: last });
    return isStored && found.length === eventsPerPage;
  }

  /** Stores the deliveries of a page of the workspace's audit entries after a position. True if there are more. */
  async readAudit(position: string): Promise<boolean> {
    const { audit, subscriptions } = this.#parts.controlPlane;
    const { id, workspaceId, events } = this.#subscription;
    if (!includesType(events, 'audit.recorded')) return false;
    const found = await audit.storedAfter(workspaceId, position, eventsPerPage);
    const last = found.at(-1);
    if (last === undefined) return false;
    if ((await subscriptions.deliveries.waiting(id)) + found.length > deliveryBounds.waiting) return false;
    const workspace = await this.#parts.controlPlane.workspaces.find(workspaceId);
    if (workspace === null) return false;
    const made = found.flatMap(({ entry }) => auditDelivery(entry, this.#subscription, workspace) ?? []);
    const isStored = await subscriptions.deliveries.add(this.#subscription, made, { auditPosition: last.position });
    return isStored && found.length === eventsPerPage;
  }

  /** Whether each change matches the filter, before and after it; null if that cannot be found out now. */
  async #matching(changes: readonly Change[], condition: Wanted['condition']): Promise<readonly Matching[] | null> {
    const { controlPlane, copy } = this.#parts;
    const { id, workspaceId } = this.#subscription;
    if (condition === null)
      return changes.map((change) => ({
        before: change.before !== null || isErased(change),
        after: change.after !== null,
      }));
    const documents = changes.flatMap(({ before, after }) => [before, after]);
    try {
      const matches = await copy.matches(workspaceId, { condition, documents }, this.#signal);
      return changes.map((change, at) => ({
        before: matches[2 * at] === true || isErased(change),
        after: matches[2 * at + 1] === true,
      }));
    } catch (error) {
      if (this.#signal.aborted) return null;
      if (!GatewayError.is(error, 'search_timeout')) throw error;
      await controlPlane.subscriptions.pause(workspaceId, id, error.message);
      return null;
    }
  }

  #store({ id }: Connection, found: readonly NewDelivery[], { feed, sequence }: FeedPosition): Promise<boolean> {
    const { deliveries } = this.#parts.controlPlane.subscriptions;
    return deliveries.add(this.#subscription, found, { connectionId: id, feed, sequence });
  }

  /** The policy of the token that made the subscription; null if it has ended. */
  async #maker(): Promise<Policy | null> {
    const { makerId, workspaceId } = this.#subscription;
    if (makerId === null) return {};
    return (await this.#parts.controlPlane.tokens.valid(workspaceId, makerId))?.policy ?? null;
  }

  // A connector that is no longer installed, or no longer has the entity, contributes nothing.
  async #wanted(connection: Connection): Promise<ReadonlyMap<VisibleCopy, Wanted>> {
    const { entities } = this.#subscription;
    const wanted = new Map<VisibleCopy, Wanted>();
    const maker = await this.#maker();
    // Between its end and the pause of the subscription, nothing may be shown that its token would not show.
    if (maker === null) return wanted;
    try {
      for (const shown of await this.#parts.copy.visible(connection, maker)) {
        const { layout } = shown;
        if (entities === null || entities.includes(layout.entity))
          wanted.set(shown, wantedOf(this.#subscription, layout));
      }
    } catch (error) {
      if (!GatewayError.is(error, 'connector_not_found') && !GatewayError.is(error, 'invalid_query')) throw error;
    }
    return wanted;
  }
}

// A vendor may name any field of any record, and partitions are records of which some may be hidden.
function withoutRemoteWords(event: LifecycleEvent): LifecycleEvent {
  const hidden = Object.keys(event.data).filter((name) => name === 'reason' || name === 'coverage');
  return hidden.length === 0
    ? event
    : { ...event, data: { ...event.data, ...Object.fromEntries(hidden.map((name) => [name, null])) } };
}
