import type { SimulatedChange, SimulatedEvent } from '@connectory/sandbox';
import { kinds } from '../src/events.ts';

/** The event of a change; undefined if the vendor sends none. */
export const simulateEvent: (change: SimulatedChange) => SimulatedEvent | undefined = ({
  entity,
  kind,
  record,
  number,
  time,
  parent,
}) => {
  const common = {
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    time: new Date(time).toISOString(),
  };
  if (entity === 'ticket_comments') {
    const ticket = parent('tickets');
    if (kind !== 'added' || ticket === undefined) return undefined;
    const type = 'zen:event-type:ticket.comment_added';
    return { body: { ...common, type, subject: `zen:ticket:${ticket.id}`, event: { comment: { id: record.id } } } };
  }
  const domain = Object.keys(kinds).find((one) => kinds[one]?.entity === entity);
  if (domain === undefined) return undefined;
  const verb = { added: 'created', changed: 'changed', removed: 'deleted' }[kind];
  return { body: { ...common, type: `zen:event-type:${domain}.${verb}`, subject: `zen:${domain}:${record.id}` } };
};
