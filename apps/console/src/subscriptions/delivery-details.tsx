import type { Delivery } from '@connectory/client';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { parseExact } from '../gateway/exact-json.ts';
import { useRenewSubscription } from '../gateway/use-subscriptions.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { JsonView } from '../results/json-view.tsx';
import { Fact } from '../shell/fact.tsx';
import { ForeignText } from '../shell/foreign-text.tsx';
import { Problem } from '../shell/problem.tsx';
import { Time } from '../shell/time.tsx';
import { DeliveryStateBadge } from './delivery-state.tsx';

interface DeliveryDetailsProps {
  readonly subscriptionId: string;
  readonly delivery: Delivery;
  /** Called when it is being sent again. */
  onRetried(): void;
}

/** All data about a delivery, and a button that sends it again. */
export function DeliveryDetails({ subscriptionId, delivery, onRetried }: DeliveryDetailsProps) {
  const { client } = useWorkspace();
  const renew = useRenewSubscription(subscriptionId);
  const retry = useMutation({
    mutationFn: () => client.subscriptions.retry(subscriptionId, delivery.id),
    onSuccess: async () => {
      await renew();
      onRetried();
    },
  });
  const { id, type, body, state, attempts, last_status: status, last_error: fault } = delivery;
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
      {fault !== null && (
        <Alert color={state === 'delivered' ? 'gray' : 'red'} title="Why the last attempt failed">
          <ForeignText value={fault} />
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
