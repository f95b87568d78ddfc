import type { SimulatedChange, SimulatedEvent } from '@connectory/sandbox';
import { simulated } from '../src/events.ts';

/** The event of a change; undefined if the vendor sends none. */
export const simulateEvent: (change: SimulatedChange) => SimulatedEvent | undefined = ({
  entity,
  kind,
  record,
  number,
  time,
}) => {
  const about = simulated[entity];
  if (about === undefined || kind === 'removed') return undefined;
  const timestamp = Math.floor(time / 1000);
  return { body: [{ email: record.email, timestamp, sg_event_id: `demo-${number}`, ...about }] };
};
