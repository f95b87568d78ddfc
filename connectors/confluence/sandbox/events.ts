import type { SimulatedChange, SimulatedEvent } from '@connectory/sandbox';

/** The event of a change; undefined if the vendor sends none. */
export const simulateEvent: (change: SimulatedChange) => SimulatedEvent | undefined = ({
  entity,
  kind,
  record,
  number,
}) => (entity === 'pages' && kind !== 'removed' ? { body: { page_id: record.id, number } } : undefined);
