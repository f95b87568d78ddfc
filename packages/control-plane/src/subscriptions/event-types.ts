/** Types of the events that are not about a record, in the order in which they are documented. */
export const lifecycleEventTypes = [
  'connection.created',
  'connection.degraded',
  'connection.reauthorization_required',
  'connection.recovered',
  'connection.removed',
  'sync.failed',
  'sync.recovered',
  'sync.stale',
  'connector.sunset',
  'token.created',
  'token.revoked',
  'held.created',
  'held.approved',
  'held.refused',
  'held.executed',
  'held.expired',
  'audit.recorded',
] as const;

/** Type of an event that is not about a record. */
export type LifecycleEventType = (typeof lifecycleEventTypes)[number];

/** What a subscription can ask for: changes of records, a type, or all types of a kind. */
export const eventPatterns = [
  'record.*',
  'connection.*',
  'sync.*',
  'connector.*',
  'token.*',
  'held.*',
  'audit.*',
  ...lifecycleEventTypes,
] as const;

/** A type of events, or all types of a kind. */
export type EventPattern = (typeof eventPatterns)[number];

/** Whether the events of a subscription include a type. Without `events`, it is about changes of records only. */
export function includesType(events: readonly EventPattern[] | null, type: string): boolean {
  const [kind] = type.split('.');
  return (events ?? ['record.*']).some((pattern) => pattern === type || pattern === `${kind}.*`);
}

/** Whether a subscription asks for anything but changes of records. */
export function hasLifecycleEvents(events: readonly EventPattern[] | null): boolean {
  return events?.some((pattern) => pattern !== 'record.*') ?? false;
}
