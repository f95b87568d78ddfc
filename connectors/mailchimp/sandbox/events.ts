import type { SimulatedChange, SimulatedEvent } from '@connectory/sandbox';

/** The event of a change; undefined if the vendor sends none. */
export const simulateEvent: (change: SimulatedChange) => SimulatedEvent | undefined = ({
  entity,
  kind,
  record,
  number,
  time,
}) => {
  const event = (type: string, data: Readonly<Record<string, string>>) => ({
    encoding: 'form' as const,
    body: { type, fired_at: new Date(time).toISOString(), 'data[web_id]': String(number), ...data },
  });
  if (entity === 'list_members') {
    const type = { added: 'subscribe', changed: 'profile', removed: 'unsubscribe' }[kind];
    const action = kind === 'removed' ? { 'data[action]': 'delete' } : undefined;
    return event(type, { 'data[list_id]': record.list_id, 'data[email]': record.email_address, ...action });
  }
  const isSent = (entity === 'campaigns' || entity === 'reports') && kind !== 'removed';
  return isSent ? event('campaign', { 'data[id]': record.id, 'data[status]': 'sent' }) : undefined;
};
