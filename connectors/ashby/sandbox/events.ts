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
  const member = Object.keys(kinds).find((one) => kinds[one]?.entity === entity);
  if (member === undefined) return undefined;
  const action = `${member}${{ added: 'Create', changed: 'Update', removed: 'Delete' }[kind]}`;
  return { body: { action, webhookActionId: `demo-${time}-${number}`, data: { [member]: { id: record.id } } } };
};
