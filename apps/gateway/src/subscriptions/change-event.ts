import { createHash } from 'node:crypto';
import { type Change, type EntityLayout, parseSearch, type SearchQuery } from '@connectory/context-store';
import {
  type Connection,
  coversEvent,
  deliverySubject,
  eventSubject,
  type LifecycleEvent,
  type NewDelivery,
  type StoredAuditEntry,
  type Subscription,
  type Workspace,
} from '@connectory/control-plane';
import { recordChange, type VisibleCopy } from '@connectory/core';
import { writeExactly } from '@connectory/exact-json';
import { auditEntryBody } from '../audit/routes.ts';

/** Which changes of one entity a subscription receives. */
export interface Wanted {
  readonly condition: SearchQuery['filter'];
  readonly fields: ReadonlySet<string> | null;
}

/** Parses what a subscription selects of an entity. Throws `invalid_query` for a filter that does not fit the entity. */
export function wantedOf({ filter, fields }: Pick<Subscription, 'filter' | 'fields'>, layout: EntityLayout): Wanted {
  return {
    condition: filter === null ? null : parseSearch({ query: { filter } }, layout).filter,
    fields: fields === null ? null : new Set(fields),
  };
}

/** Whether a record matched the filter of a subscription before a change, and whether it does after it. */
export interface Matching {
  readonly before: boolean;
  readonly after: boolean;
}

/**
 * Returns a change as a subscription sees it: a record that begins to match the filter was added, one that ceases to match was removed.
 * Null for a record that does not match, and for fields that are not wanted.
 */
export function wantedChange(
  change: Change,
  { fields }: Pick<Wanted, 'fields'>,
  { before, after }: Matching,
): Change | null {
  if (!before && !after) return null;
  if (!before) return { ...change, kind: 'added', fields: [] };
  if (!after) return { ...change, kind: 'removed', fields: [] };
  const changed = fields === null ? change.fields : change.fields.filter((name) => fields.has(name));
  return changed.length === 0 ? null : { ...change, fields: changed };
}

/** Creates the delivery of a change. Its id is the same whenever the change is sent to the subscription. */
export function deliveryOf(
  change: Change,
  feed: string,
  {
    subscription,
    connection,
    copy,
    wanted,
  }: {
    readonly subscription: Pick<Subscription, 'id'>;
    readonly connection: Connection;
    readonly copy: VisibleCopy;
    readonly wanted: Wanted;
  },
): NewDelivery {
  const { cursor: _cursor, type, record, ...rest } = recordChange(change, copy, feed);
  const shown = Object.entries(record).filter(([name]) => wanted.fields?.has(name) ?? true);
  const data = {
    subscription_id: subscription.id,
    connection_id: connection.id,
    connector: connection.connector,
    ...rest,
    record: Object.fromEntries(shown),
  };
  return {
    id: stableId(subscription.id, connection.id, feed, String(change.sequence)),
    record: deliverySubject(connection.id, change),
    type: `record.${type}`,
    body: writeExactly({ type: `record.${type}`, timestamp: rest.at, data }),
  };
}

/** Creates the event that informs a receiver that it missed changes of a connection, which are no longer available. */
export function missedDelivery(
  subscription: Pick<Subscription, 'id'>,
  connection: Connection,
  head: string,
): NewDelivery {
  const type = 'subscription.missed';
  const timestamp = new Date().toISOString();
  const data = {
    subscription_id: subscription.id,
    connection_id: connection.id,
    connector: connection.connector,
    cursor: head,
  };
  return {
    id: stableId(subscription.id, connection.id, 'missed', head),
    record: deliverySubject(connection.id, null),
    type,
    body: JSON.stringify({ type, timestamp, data }),
  };
}

/**
 * Creates the delivery of a lifecycle event; null if the subscription does not select it. Its id is the same whenever the event is sent to
 * the subscription.
 */
export function eventDelivery(
  { id, type, at, subject, data }: LifecycleEvent,
  subscription: Subscription,
  workspace: Pick<Workspace, 'id' | 'name'>,
): NewDelivery | null {
  if (!coversEvent(subscription, type, data)) return null;
  const body = eventBody({ type, at, data }, subscription, workspace);
  return { id: stableId(subscription.id, 'event', id), record: eventSubject(subject), type, body };
}

/** Creates the delivery of an audit entry; null if the subscription does not select it. */
export function auditDelivery(
  entry: StoredAuditEntry,
  subscription: Subscription,
  workspace: Pick<Workspace, 'id' | 'name'>,
): NewDelivery | null {
  const { id, at } = entry;
  const data = auditEntryBody(entry);
  const type = 'audit.recorded';
  if (!coversEvent(subscription, type, data)) return null;
  const body = eventBody({ type, at, data }, subscription, workspace);
  return { id: stableId(subscription.id, 'audit', id), record: eventSubject(id), type, body };
}

const eventBody = (
  { type, at, data }: { readonly type: string; readonly at: string; readonly data: object },
  subscription: Pick<Subscription, 'id'>,
  { id, name }: Pick<Workspace, 'id' | 'name'>,
): string =>
  writeExactly({
    type,
    timestamp: at,
    workspace: { id, name },
    data: { subscription_id: subscription.id, ...data },
  });

/** Creates the event that informs a receiver that lifecycle events expired before they were delivered, and how many. */
export function missedEvents(subscription: Pick<Subscription, 'id'>, last: number, expired: number): NewDelivery {
  const type = 'subscription.missed';
  const timestamp = new Date().toISOString();
  const data = { subscription_id: subscription.id, expired_events: expired };
  return {
    id: stableId(subscription.id, 'events missed', String(last)),
    record: eventSubject('missed'),
    type,
    body: JSON.stringify({ type, timestamp, data }),
  };
}

/** A UUID derived from the values it identifies. */
function stableId(...parts: readonly string[]): string {
  const hex = createHash('sha256').update(parts.join('\n')).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
