import type { Delivery, DeliveryState, Subscription } from '@connectory/client';
import { Button, Group, Modal, SegmentedControl, Stack, Title } from '@mantine/core';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useDeliveries } from '../gateway/use-subscriptions.ts';
import { Empty } from '../shell/empty.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { DeliveryDetails } from './delivery-details.tsx';
import { deliveryStates } from './delivery-state.tsx';
import { DeliveryTable } from './delivery-table.tsx';

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
