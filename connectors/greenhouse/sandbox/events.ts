import type { SimulatedChange, SimulatedEvent } from '@connectory/sandbox';
import { simulated } from '../src/events.ts';

/** The event of a change; undefined if the vendor sends none. */
export const simulateEvent: (change: SimulatedChange) => SimulatedEvent | undefined = ({
  entity,
  kind,
  record,
  number,
}) => {
  const body = simulated[entity]?.(record, kind);
  return body && { headers: { 'greenhouse-event-id': `demo-${number}` }, body };
};
