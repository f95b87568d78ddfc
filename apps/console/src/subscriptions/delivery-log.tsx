import type { Delivery, DeliveryState, Subscription } from '@connectory/client';
import { Alert, Anchor, Badge, Button, Group, Modal, SegmentedControl, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { parseExact } from '../gateway/execute.ts';
import { useDeliveries, useRenewSubscription } from '../gateway/use-subscriptions.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { JsonView } from '../results/json-view.tsx';
import { Fact } from '../shell/fact.tsx';
import { ScrolledTable } from '../shell/scrolled-table.tsx';
import { Empty, Loaded, Problem } from '../shell/states.tsx';
import { ForeignText, Time } from '../shell/text.tsx';

/** The name and color of each state of a delivery. */
const deliveryStates: Readonly<Record<DeliveryState, { readonly color: string; readonly label: string }>> = {
  waiting: { color: 'yellow', label: 'Waiting' },
  delivered: { color: 'green', label: 'Delivered' },
  failed: { color: 'red', label: 'Failed' },
};

const any = 'any';
const choices = [
  { value: any, label: 'All' },
  ...Object.entries(deliveryStates).map(([value, { label }]) => ({ value, label })),
];

/** The deliveries of a subscription and their outcomes, newest first. It is refreshed while only the newest are shown. */
export function DeliveryLog({ id }: Pick<Subscription, 'id'>) {
  const [state, setState] = useState<DeliveryState>();
  const [opened, setOpened] = useState<Delivery>();
  const log = useDeliveries(id, state);
  const deliveries = log.data?.pages.flatMap(({ data }) => data) ?? [];
  // The delivery may have left the filtered list when its state changed.
  const shown = deliveries.find((delivery) => delivery.id === opened?.id) ?? opened;
  const close = () => setOpened(undefined);
  return (
    <Stack gap="sm" component="section" aria-label="Deliveries">
      <Group justify="space-between">
        <Title order={2} size="h5">
          Deliveries
        </Title>
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label="State of the deliveries"
            data={choices}
            value={state ?? any}
            onChange={(value) => setState(value === any ? undefined : (value as DeliveryState))}
          />
          <Button
            size="xs"
            variant="default"
            leftSection={<RefreshCw size={14} aria-hidden />}
            onClick={() => void log.refetch()}
          >
            Refresh
          </Button>
        </Group>
      </Group>
      <Loaded query={log}>
        {() =>
          deliveries.length === 0 ? (
            <Empty title="No deliveries">
              {state === undefined
                ? 'The next change of a selected record is delivered.'
                : 'No delivery is in this state.'}
            </Empty>
          ) : (
            <DeliveryTable deliveries={deliveries} onOpen={setOpened} />
          )
        }
      </Loaded>
      {log.hasNextPage && (
        <Group>
          <Button variant="default" onClick={() => void log.fetchNextPage()} loading={log.isFetchingNextPage}>
            Older deliveries
          </Button>
        </Group>
      )}
      <Modal opened={shown !== undefined} onClose={close} title="Delivery" size="lg">
        {shown !== undefined && <DeliveryDetails subscriptionId={id} delivery={shown} onRetried={close} />}
      </Modal>
    </Stack>
  );
}

interface DeliveryTableProps {
  readonly deliveries: readonly Delivery[];
  onOpen(delivery: Delivery): void;
}

/** Deliveries as rows. A row opens as the whole delivery. */
function DeliveryTable({ deliveries, onOpen }: DeliveryTableProps) {
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

const maxKey = 80;
const maxErrorLength = 120;

function DeliveryRow({ delivery, onOpen }: { readonly delivery: Delivery; onOpen(): void }) {
  const { type, body, state, attempts, last_status: status, last_error: lastError } = delivery;
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
        <ForeignText value={`${entity ?? '–'} ${key ?? ''}`.trim()} limit={maxKey} />
      </Table.Td>
      <Table.Td>
        <DeliveryStateBadge state={state} />
      </Table.Td>
      <Table.Td ta="end" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {attempts}
      </Table.Td>
      <Table.Td miw="8rem" maw="20rem">
        {lastError === null ? (status ?? '–') : <ForeignText value={lastError} limit={maxErrorLength} />}
      </Table.Td>
      <Table.Td miw="7rem">
        <Time at={delivery.next_attempt_at} />
      </Table.Td>
    </Table.Tr>
  );
}

interface DeliveryDetailsProps {
  readonly subscriptionId: string;
  readonly delivery: Delivery;
  /** Called when it is being sent again. */
  onRetried(): void;
}

/** All data about a delivery, and a button that sends it again. */
function DeliveryDetails({ subscriptionId, delivery, onRetried }: DeliveryDetailsProps) {
  const { client } = useWorkspace();
  const renew = useRenewSubscription(subscriptionId);
  const retry = useMutation({
    mutationFn: () => client.subscriptions.retry(subscriptionId, delivery.id),
    onSuccess: async () => {
      await renew();
      onRetried();
    },
  });
  const { id, type, body, state, attempts, last_status: status, last_error: lastError } = delivery;
  return (
    <Stack gap="md">
      <Group gap="xl">
        <Fact label="Event">{type}</Fact>
        <Fact label="State">
          <DeliveryStateBadge state={state} />
        </Fact>
        <Fact label="Attempts">{attempts}</Fact>
        <Fact label="Last status">{status ?? '–'}</Fact>
        <Fact label="Created">
          <Time at={delivery.created_at} />
        </Fact>
        <Fact label={state === 'waiting' ? 'Next attempt' : 'Ended'}>
          <Time at={state === 'waiting' ? delivery.next_attempt_at : delivery.ended_at} />
        </Fact>
      </Group>
      <Fact label="ID">{id}</Fact>
      {lastError !== null && (
        <Alert color={state === 'delivered' ? 'gray' : 'red'} title="Why the last attempt failed">
          <ForeignText value={lastError} />
        </Alert>
      )}
      <div>
        <Text size="xs" c="dimmed" fw={600} mb={6}>
          Request body
        </Text>
        <JsonView label="Request body" value={parseExact(body)} />
      </div>
      {retry.isError && <Problem error={retry.error} />}
      <Group gap="sm">
        <Button size="xs" loading={retry.isPending} onClick={() => retry.mutate()}>
          Retry
        </Button>
      </Group>
    </Stack>
  );
}

/** The parts of an event that the console shows: its record, if it is about one. */
interface DeliveredEvent {
  readonly entity: string | undefined;
  /** The values that identify the record, joined. */
  readonly key: string | undefined;
}

/** Parses the body of a delivery. */
function deliveredEvent(body: string): DeliveredEvent {
  const { data } = JSON.parse(body) as { data?: { entity?: string; key?: readonly string[] } };
  return { entity: data?.entity, key: data?.key?.join(' / ') };
}

/** The state of a delivery, in a word. */
function DeliveryStateBadge({ state }: Pick<Delivery, 'state'>) {
  const { color, label } = deliveryStates[state];
  return (
    <Badge color={color} variant="light" tt="none" miw="max-content">
      {label}
    </Badge>
  );
}
