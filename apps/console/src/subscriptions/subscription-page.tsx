import type { Subscription, SubscriptionChange } from '@connectory/client';
import { Alert, Button, Group, Paper, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Pause, Pencil, Play } from 'lucide-react';
import { useState } from 'react';
import { useConnections } from '../gateway/use-connections.ts';
import { useRenewSubscription, useSubscription } from '../gateway/use-subscriptions.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { Fact } from '../shell/fact.tsx';
import { ForeignText } from '../shell/foreign-text.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { Page } from '../shell/page.tsx';
import { Problem } from '../shell/problem.tsx';
import { Time } from '../shell/time.tsx';
import { DeleteSubscription } from './delete-subscription.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { Replay } from './replay.tsx';
import { RotateSecret } from './rotate-secret.tsx';
import { selectionPhrase } from './selection-phrase.ts';
import { draftOf } from './subscription-draft.ts';
import { SubscriptionForm } from './subscription-form.tsx';
import { SubscriptionState } from './subscription-state.tsx';
import { TestEvent } from './test-event.tsx';

/** One subscription: what it delivers, its commands, and its deliveries. */
export function SubscriptionPage({ id }: { readonly id: string }) {
  const subscription = useSubscription(id);
  const [isEdited, setEdited] = useState(false);
  return (
    <Page
      title={subscription.data?.name ?? 'Subscription'}
      lead="A subscription: changes of records, delivered to a URL."
      actions={
        subscription.data !== undefined &&
        !isEdited && (
          <>
            <PauseButton subscription={subscription.data} />
            <Button variant="default" leftSection={<Pencil size={16} aria-hidden />} onClick={() => setEdited(true)}>
              Edit
            </Button>
          </>
        )
      }
    >
      <Loaded query={subscription} purpose="see the subscriptions">
        {(found) =>
          isEdited ? (
            <Editing subscription={found} onDone={() => setEdited(false)} />
          ) : (
            <Stack gap="lg">
              <Overview subscription={found} />
              <DeliveryLog id={id} />
            </Stack>
          )
        }
      </Loaded>
    </Page>
  );
}

function useChange({ id }: Pick<Subscription, 'id'>) {
  const { client } = useWorkspace();
  const renew = useRenewSubscription(id);
  return useMutation({
    mutationFn: (change: SubscriptionChange) => client.subscriptions.update(id, change),
    onSuccess: renew,
  });
}

function PauseButton({ subscription }: { readonly subscription: Subscription }) {
  const change = useChange(subscription);
  const isActive = subscription.state === 'active';
  return (
    <>
      {change.isError && <Problem error={change.error} />}
      <Button
        variant={isActive ? 'default' : 'filled'}
        leftSection={isActive ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
        loading={change.isPending}
        onClick={() => change.mutate({ state: isActive ? 'paused' : 'active' })}
      >
        {isActive ? 'Pause' : 'Continue'}
      </Button>
    </>
  );
}

function Overview({ subscription }: { readonly subscription: Subscription }) {
  const { data: connections } = useConnections();
  const { id, url, state, state_reason: reason, created_at: createdAt } = subscription;
  return (
    <Paper withBorder p="md">
      <Stack gap="md">
        {reason !== null && (
          <Alert color="yellow" title="The gateway paused it">
            <ForeignText value={reason} />
          </Alert>
        )}
        <Group gap="xl">
          <Fact label="State">
            <SubscriptionState state={state} />
          </Fact>
          <Fact label="Created">
            <Time at={createdAt} />
          </Fact>
        </Group>
        <Fact label="URL">
          <ForeignText value={url} />
        </Fact>
        <Fact label="Delivers">
          <ForeignText value={selectionPhrase(subscription, connections)} />
        </Fact>
        <Group gap="xs" align="flex-start">
          <TestEvent id={id} />
          <Replay id={id} />
          <RotateSecret id={id} />
          <DeleteSubscription subscription={subscription} />
        </Group>
      </Stack>
    </Paper>
  );
}

function Editing({ subscription, onDone }: { readonly subscription: Subscription; onDone(): void }) {
  const connections = useConnections();
  const change = useChange(subscription);
  return (
    <Loaded query={connections}>
      {(known) => (
        <SubscriptionForm
          start={draftOf(subscription)}
          connections={known}
          command="Save"
          error={change.error}
          isSending={change.isPending}
          onChange={change.reset}
          onSubmit={(members) => change.mutate(members, { onSuccess: onDone })}
          onCancel={onDone}
        />
      )}
    </Loaded>
  );
}
