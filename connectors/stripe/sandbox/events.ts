import type { SimulatedChange, SimulatedEvent } from '@connectory/sandbox';
import { entities } from '../src/events.ts';

const prefixes: Readonly<Record<string, string>> = { subscription: 'customer.subscription' };

/** The event of a change; undefined if the vendor sends none. */
export const simulateEvent: (change: SimulatedChange) => SimulatedEvent | undefined = ({
  kind,
  record,
  number,
  time,
}) => {
  if (entities[record.object] === undefined) return undefined;
  const verb = { added: 'created', changed: 'updated', removed: 'deleted' }[kind];
  const type = `${prefixes[record.object] ?? record.object}.${verb}`;
  const created = Math.floor(time / 1000);
  return { body: { id: `evt_${number}_${created}`, object: 'event', type, created, data: { object: record } } };
};
