import type { NewSubscription, Subscription } from '@connectory/client';
import { type Conditions, conditionsOf, filterOf, type SearchField } from '../conditions/filter.ts';

/** A subscription as it is entered; an empty list means no restriction. */
export interface SubscriptionDraft {
  readonly name: string;
  readonly url: string;
  /** IDs. */
  readonly connections: readonly string[];
  readonly entities: readonly string[];
  readonly fields: readonly string[];
  /** Types or kinds of events; `record.*` for changes of records. */
  readonly events: readonly string[];
  readonly reconnectLinks: boolean;
  /** Conditions, or a filter as JSON if it is more than a list of them. */
  readonly filter: Conditions | string;
}

/** The initial draft of a subscription. */
export const emptyDraft: SubscriptionDraft = {
  name: '',
  url: '',
  connections: [],
  entities: [],
  fields: [],
  events: ['record.*'],
  reconnectLinks: false,
  filter: { match: 'and', conditions: [] },
};

/** The draft of an existing subscription. */
export function draftOf(subscription: Subscription): SubscriptionDraft {
  const { name, url, connections, entities, fields, filter, events } = subscription;
  // Without connections, the types of the fields are unknown.
  const conditions = connections === null && filter !== null ? undefined : conditionsOf(filter);
  return {
    name,
    url,
    connections: connections ?? [],
    entities: entities ?? [],
    fields: fields ?? [],
    events: events ?? emptyDraft.events,
    reconnectLinks: subscription.reconnect_links,
    filter: conditions ?? JSON.stringify(filter, null, 2),
  };
}

/** The fields of a request for a draft. Throws a `SyntaxError` for a filter that is not JSON. */
export function membersOf(
  { name, url, connections, entities, fields, filter, events, reconnectLinks }: SubscriptionDraft,
  known: readonly SearchField[],
): NewSubscription {
  const entered = typeof filter === 'string' ? filterFrom(filter) : filterOf(filter, known);
  return {
    name: name.trim(),
    url: url.trim(),
    connections: namesOf(connections),
    entities: namesOf(entities),
    fields: namesOf(fields),
    events: namesOf(events) as Subscription['events'],
    reconnect_links: reconnectLinks,
    filter: entered ?? null,
  };
}

const namesOf = (names: readonly string[]) => (names.length === 0 ? null : [...names]);
const filterFrom = (text: string) => (text.trim() === '' ? undefined : (JSON.parse(text) as Record<string, unknown>));
