import type { SimulatedChange, SimulatedEvent } from '@connectory/sandbox';
import { kinds } from '../src/events.ts';

/** The event of a change; undefined if the vendor sends none. */
export const simulateEvent: (change: SimulatedChange) => SimulatedEvent | undefined = ({
  entity,
  kind,
  record,
  number,
  time,
}) => {
  const name = Object.keys(kinds).find((one) => kinds[one]?.entity === entity);
  if (name === undefined) return undefined;
  const verb = { added: 'creation', changed: 'propertyChange', removed: 'deletion' }[kind];
  const subscriptionType = `${name}.${verb}`;
  return { body: [{ eventId: number, subscriptionType, objectId: Number(record.id), occurredAt: time }] };
};
