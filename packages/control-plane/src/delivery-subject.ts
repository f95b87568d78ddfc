import type { SubscriptionSelection } from './subscription.ts';

/** Names what a delivery is about: a record, or its connection as a whole. The key is that of the record within its entity. */
export function deliverySubject(
  connectionId: string,
  record: { readonly entity: string; readonly key: string } | null,
): string {
  return record === null ? `${connectionId} missed` : `${connectionId} ${record.entity} ${record.key}`;
}

/** Whether a selection covers what a delivery is about. */
export function coversSubject(
  { connections, entities }: Pick<SubscriptionSelection, 'connections' | 'entities'>,
  subject: string,
): boolean {
  const [connectionId = '', entity = '', ...key] = subject.split(' ');
  if (connections?.includes(connectionId) === false) return false;
  return key.length === 0 || entities === null || entities.includes(entity);
}
