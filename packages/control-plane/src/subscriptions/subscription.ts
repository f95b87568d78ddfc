import type { Secret } from '@connectory/connector-sdk/engine';
import { parseExactly, writeExactly } from '@connectory/exact-json';
import { z } from 'zod';
import type { ControlPlaneTables } from '../database/tables.ts';
import { displayNameSchema } from '../input.ts';
import { storedWorkspaceId, type WorkspaceId } from '../workspaces.ts';
import { type EventPattern, eventPatterns, includesType } from './event-types.ts';

/** Which changes a subscription is about. */
export interface SubscriptionSelection {
  /** IDs of connections; null for all of the workspace. */
  readonly connections: readonly string[] | null;
  /** Names of entities; null for all that have a copy. */
  readonly entities: readonly string[] | null;
  /** A filter of the search language, for exactly one entity; null for none. */
  readonly filter: Readonly<Record<string, unknown>> | null;
  /** Search fields that are sent; null for all. */
  readonly fields: readonly string[] | null;
  /** Which events are sent; null for changes of records only. */
  readonly events: readonly EventPattern[] | null;
  /** Whether events of a connection that has to be authorized again have a link for that. */
  readonly reconnectLinks: boolean;
}

/** Whether changes are sent; `paused` by a user, or by the gateway with a reason. */
export type SubscriptionState = 'active' | 'paused';

/** A subscription to changes, without its signing secrets. Times are UTC ISO strings. */
export interface Subscription extends SubscriptionSelection {
  readonly id: string;
  readonly workspaceId: WorkspaceId;
  /** ID of the token that created or last changed it; null for the admin token. */
  readonly makerId: string | null;
  readonly name: string;
  readonly url: string;
  readonly state: SubscriptionState;
  readonly stateReason: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A subscription with its signing secrets: the current one and, for a day, the previous one. */
export interface UsedSubscription extends Subscription {
  readonly secrets: readonly [Secret, ...Secret[]];
  /** Up to which lifecycle event of the workspace it has got. */
  readonly eventPosition: number;
  /** Up to which audit entry: when it was stored, and its ID. */
  readonly auditPosition: string;
}

/** A subscription to create. */
export type NewSubscription = Pick<Subscription, 'makerId' | 'name' | 'url'> & Partial<SubscriptionSelection>;

/** Changes of a subscription; omitted parts stay as they are. */
export type SubscriptionChange = Partial<NewSubscription> & { readonly state?: SubscriptionState };

/** Position of a subscription in the feed of a connection. */
export interface SubscriptionPosition {
  readonly connectionId: string;
  readonly feed: string;
  readonly sequence: number;
}

/** From where a subscription continues: in the feeds of connections, and among the lifecycle events of the workspace. */
export interface SubscriptionPositions {
  readonly positions?: readonly SubscriptionPosition[];
  readonly eventPosition?: number;
  /** When the audit entry was stored from which it continues, as a UTC ISO string. */
  readonly auditPosition?: string;
}

const names = (most: number) => z.array(z.string().min(1).max(200)).min(1).max(most);

const memberSchemas = {
  makerId: z.string().max(100).nullable(),
  name: displayNameSchema,
  url: z.url({ protocol: /^https?$/ }).max(2_000),
  connections: names(500).nullable(),
  entities: names(200).nullable(),
  filter: z
    .record(z.string(), z.unknown())
    .refine((filter) => writeExactly(filter).length <= 16_384, 'must not be longer than 16 KiB')
    .nullable(),
  fields: names(500).nullable(),
  events: z.array(z.enum(eventPatterns)).min(1).max(eventPatterns.length).nullable(),
  reconnectLinks: z.boolean(),
};

/** Accepts a subscription to create. */
export const newSubscriptionSchema = z.strictObject({
  ...memberSchemas,
  connections: memberSchemas.connections.default(null),
  entities: memberSchemas.entities.default(null),
  filter: memberSchemas.filter.default(null),
  fields: memberSchemas.fields.default(null),
  events: memberSchemas.events.default(null),
  reconnectLinks: memberSchemas.reconnectLinks.default(false),
});

/** Accepts a change of a subscription. */
export const subscriptionChangeSchema = z
  .strictObject({ ...memberSchemas, state: z.enum(['active', 'paused']) })
  .partial();

/** Reads a row. */
export function toSubscription(row: ControlPlaneTables['subscriptions']): Subscription {
  return {
    id: row.id,
    workspaceId: storedWorkspaceId(row.workspace_id),
    makerId: row.maker_id,
    name: row.name,
    url: row.url,
    // Subscriptions made before there were events have none of these.
    events: null,
    reconnectLinks: false,
    ...(parseExactly(row.selection) as Partial<SubscriptionSelection> & StoredSelection),
    state: row.state as SubscriptionState,
    stateReason: row.state_reason,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

type StoredSelection = Omit<SubscriptionSelection, 'events' | 'reconnectLinks'>;

/** Whether a selection covers an event that is not about a record. */
export function coversEvent(
  { connections, entities, events }: Pick<SubscriptionSelection, 'connections' | 'entities' | 'events'>,
  type: string,
  { connection_id: connection, entity, kind }: Readonly<Record<string, unknown>>,
): boolean {
  if (!includesType(events, type)) return false;
  if (typeof connection === 'string' && connections?.includes(connection) === false) return false;
  // What an audit entry manages is no entity of a connector.
  if (typeof entity !== 'string' || kind === 'manage') return true;
  return entities === null || entities.includes(entity);
}

/** Names what the delivery of an event is about that is not about a record. */
export const eventSubject = (subject: string): string => `event ${subject}`;

/** Names what a delivery is about: a record, or its connection as a whole. The key is that of the record within its entity. */
export function deliverySubject(
  connectionId: string,
  record: { readonly entity: string; readonly key: string } | null,
): string {
  return record === null ? `${connectionId} missed` : `${connectionId} ${record.entity} ${record.key}`;
}
