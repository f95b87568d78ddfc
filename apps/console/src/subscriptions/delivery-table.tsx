import type { Delivery } from '@connectory/client';
import { Anchor, Table } from '@mantine/core';
import { ForeignText } from '../shell/foreign-text.tsx';
import { ScrolledTable } from '../shell/scrolled-table.tsx';
import { Time } from '../shell/time.tsx';
import { deliveredEvent } from './delivered-event.ts';
import { DeliveryStateBadge } from './delivery-state.tsx';

interface DeliveryTableProps {
  readonly deliveries: readonly Delivery[];
  onOpen(delivery: Delivery): void;
}

/** Deliveries as rows. A row opens as the whole delivery. */
export function DeliveryTable({ deliveries, onOpen }: DeliveryTableProps) {
  return (
    <ScrolledTable label="Delivery log">
      <Table highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Created</Table.Th>
            <Table.Th>Event</Table.Th>
            <Table.Th>Record</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th ta="end">Attempts</Table.Th>
            <Table.Th>Last response</Table.Th>
            <Table.Th>Next attempt</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} onOpen={() => onOpen(delivery)} />
          ))}
        </Table.Tbody>
      </Table>
    </ScrolledTable>
  );
}

const longestKey = 80;
const longestFault = 120;

function DeliveryRow({ delivery, onOpen }: { readonly delivery: Delivery; onOpen(): void }) {
  const { type, body, state, attempts, last_status: status, last_error: fault } = delivery;
  const { entity, key } = deliveredEvent(body);
  return (
    <Table.Tr>
      <Table.Td miw="7rem">
        <Time at={delivery.created_at} />
      </Table.Td>
      <Table.Td>
        <Anchor component="button" type="button" size="sm" fw={500} ta="start" onClick={onOpen}>
          {type}
        </Anchor>
      </Table.Td>
      <Table.Td miw="10rem">
        <ForeignText value={`${entity ?? '–'} ${key ?? ''}`.trim()} limit={longestKey} />
      </Table.Td>
      <Table.Td>
        <DeliveryStateBadge state={state} />
      </Table.Td>
      <Table.Td ta="end" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {attempts}
      </Table.Td>
      <Table.Td miw="8rem" maw="20rem">
        {fault === null ? (status ?? '–') : <ForeignText value={fault} limit={longestFault} />}
      </Table.Td>
      <Table.Td miw="7rem">
        <Time at={delivery.next_attempt_at} />
      </Table.Td>
    </Table.Tr>
  );
}
