import type { SimulatedChange, SimulatedEvent } from '@connectory/sandbox';

/** The event of a change; undefined if the vendor sends none. */
export const simulateEvent: (change: SimulatedChange) => SimulatedEvent | undefined = ({
  entity,
  kind,
  record,
  number,
}) => {
  const triggerUuid = `demo-${number}`;
  if (entity === 'items') {
    const type = { added: 'create_pulse', changed: 'update_column_value', removed: 'delete_pulse' }[kind];
    const { id: pulseId, board } = record;
    return { body: { event: { type, triggerUuid, pulseId: Number(pulseId), boardId: Number(board?.id) } } };
  }
  if (entity !== 'updates') return undefined;
  const type = { added: 'create_update', changed: 'edit_update', removed: 'delete_update' }[kind];
  return {
    body: { event: { type, triggerUuid, pulseId: Number(record.item_id), boardId: 0, updateId: Number(record.id) } },
  };
};
