import type { Subscription, SubscriptionChange } from '@connectory/client';
import { Alert, Button, Group, Modal, Paper, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { History, KeyRound, Pause, Pencil, Play, Send } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useConnections } from '../gateway/use-connections.ts';
import { useRenewSubscription, useSubscription } from '../gateway/use-subscriptions.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { Fact } from '../shell/fact.tsx';
import { Page } from '../shell/page.tsx';
import { Question } from '../shell/question.tsx';
import { Loaded, Problem } from '../shell/states.tsx';
import { ForeignText, Time } from '../shell/text.tsx';
import { TimeInput } from '../shell/time-input.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { ShownSecret } from './shown-secret.tsx';
import { draftOf } from './subscription-draft.ts';
import { SubscriptionForm } from './subscription-form.tsx';
import { SubscriptionState, selectionPhrase } from './subscription-state.tsx';

/** One subscription: what it delivers, its commands, and its deliveries. */
export function SubscriptionPage({ id }: { readonly id: string }) {
  const subscription = useSubscription(id);
  const [isEdited, setEdited] = useState(false);
  return (
    <Page
      title={subscription.data?.name ?? 'Subscription'}
      lead="A subscription: changes of records and events, delivered to a URL."
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

interface DeleteSubscriptionProps {
  readonly subscription: Subscription;
}

/** Deletes a subscription after a confirmation, and returns to the list. */
export function DeleteSubscription({ subscription }: DeleteSubscriptionProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button size="xs" variant="subtle" color="red" onClick={() => setOpen(true)}>
        Delete
      </Button>
      <Modal opened={isOpen} onClose={close} title="Delete this subscription?">
        {isOpen && <DeleteQuestion subscription={subscription} onClose={close} />}
      </Modal>
    </>
  );
}

function DeleteQuestion({ subscription: { id, name }, onClose }: DeleteSubscriptionProps & { onClose(): void }) {
  const { name: workspace, client } = useWorkspace();
  const queries = useQueryClient();
  const [, go] = useLocation();
  const remove = async () => {
    await client.subscriptions.delete(id);
    // Navigate first, so that nothing about it is requested again.
    go(`/${workspace}/subscriptions`);
    await queries.invalidateQueries({ queryKey: ['subscriptions', workspace] });
  };
  return (
    <Question command="Delete" onConfirm={remove} onCancel={onClose}>
      <Text size="sm">
        <ForeignText value={name} limit={128} /> delivers nothing more. What is waiting is not sent, and its delivery
        log is deleted. You cannot undo this.
      </Text>
    </Question>
  );
}

/** Creates a new secret after a confirmation, and shows it. */
export function RotateSecret({ id }: Pick<Subscription, 'id'>) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<KeyRound size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Rotate the secret
      </Button>
      <Modal opened={isOpen} onClose={close} title="Rotate the secret?">
        {isOpen && <Rotation id={id} onClose={close} />}
      </Modal>
    </>
  );
}

function Rotation({ id, onClose }: Pick<Subscription, 'id'> & { onClose(): void }) {
  const { client } = useWorkspace();
  const rotate = useMutation({
    mutationFn: () => client.subscriptions.rotateSecret(id),
    // The response is the secret, which must not be cached.
    gcTime: 0,
  });
  if (rotate.data !== undefined)
    return (
      <ShownSecret
        secret={rotate.data}
        title="Secret rotated"
        note="For 24 hours, deliveries also have a signature of the previous secret."
      />
    );
  return (
    <Question
      command="Rotate"
      onConfirm={async () => {
        await rotate.mutateAsync();
      }}
      onCancel={onClose}
    >
      <Text size="sm">
        You get a new secret. For 24 hours, deliveries have a signature of each of the two; after that, a receiver that
        still verifies with the previous secret refuses them.
      </Text>
    </Question>
  );
}

/** Delivers the changes since a time again. */
export function Replay({ id }: Pick<Subscription, 'id'>) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button size="xs" variant="default" leftSection={<History size={14} aria-hidden />} onClick={() => setOpen(true)}>
        Replay
      </Button>
      <Modal opened={isOpen} onClose={close} title="Deliver changes again">
        {isOpen && <ReplayForm id={id} onClose={close} />}
      </Modal>
    </>
  );
}

function ReplayForm({ id, onClose }: Pick<Subscription, 'id'> & { onClose(): void }) {
  const { client } = useWorkspace();
  const renew = useRenewSubscription(id);
  const [since, setSince] = useState('');
  const replay = useMutation({
    mutationFn: () => client.subscriptions.replay(id, since),
    onSuccess: async () => {
      await renew();
      onClose();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        replay.mutate();
      }}
      noValidate
    >
      <Stack gap="md">
        <Text size="sm">
          Delivers every selected change since this time again, with the same IDs: a receiver that ignores IDs it has
          processed is not disturbed.
        </Text>
        <TimeInput label="Since" value={since} onChange={setSince} />
        {replay.isError && <Problem error={replay.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={replay.isPending} disabled={since === ''}>
            Replay
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Sends a test event, and shows how the receiver responded. */
export function TestEvent({ id }: Pick<Subscription, 'id'>) {
  const { client } = useWorkspace();
  const test = useMutation({ mutationFn: () => client.subscriptions.test(id) });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<Send size={14} aria-hidden />}
        loading={test.isPending}
        onClick={() => test.mutate()}
      >
        Send a test event
      </Button>
      <Modal opened={test.isSuccess || test.isError} onClose={test.reset} title="Test event">
        {test.isError && <Problem error={test.error} />}
        {test.data !== undefined && <Outcome {...test.data} />}
      </Modal>
    </>
  );
}

interface OutcomeProps {
  readonly delivered: boolean;
  readonly status: number | null;
  readonly error: string | null;
}

function Outcome({ delivered, status, error }: OutcomeProps) {
  return delivered ? (
    <Alert color="green" role="status" title="Accepted">
      The receiver responded with status {status}.
    </Alert>
  ) : (
    <Alert color="red" role="alert" title="Not accepted">
      {error === null ? `The receiver responded with status ${status}.` : <ForeignText value={error} />}
    </Alert>
  );
}
