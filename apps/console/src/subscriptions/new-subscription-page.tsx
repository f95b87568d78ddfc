import type { CreatedSubscription, NewSubscription } from '@connectory/client';
import { Button, Group, Paper, Select, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { errorsByField } from '../gateway/execute.ts';
import { useConnections } from '../gateway/use-connections.ts';
import { useRenewSubscription } from '../gateway/use-subscriptions.ts';
import { useRightToManage, useWorkspace } from '../gateway/use-workspace.ts';
import { Page } from '../shell/page.tsx';
import { Loaded } from '../shell/states.tsx';
import { TimeInput } from '../shell/time-input.tsx';
import { ShownSecret } from './shown-secret.tsx';
import { emptyDraft } from './subscription-draft.ts';
import { SubscriptionForm } from './subscription-form.tsx';

/** Creates a subscription, and shows its secret. */
export function NewSubscriptionPage() {
  const right = useRightToManage();
  const connections = useConnections();
  // Neither cached nor stored: it is discarded when the user leaves the page.
  const [created, setCreated] = useState<CreatedSubscription>();
  return (
    <Page
      title="Create a subscription"
      lead="Delivers changes of the records that you select, and events, to a URL, signed as Standard Webhooks defines."
    >
      <Loaded query={right} purpose="create subscriptions">
        {() => (
          <Loaded query={connections}>
            {(known) =>
              created !== undefined ? (
                <Created subscription={created} />
              ) : (
                <Creation connections={known} onCreated={setCreated} />
              )
            }
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

interface CreationProps {
  readonly connections: Parameters<typeof SubscriptionForm>[0]['connections'];
  onCreated(subscription: CreatedSubscription): void;
}

function Creation({ connections, onCreated }: CreationProps) {
  const { client } = useWorkspace();
  const renew = useRenewSubscription('');
  const [start, setStart] = useState<Start>({ kind: 'now' });
  const create = useMutation({
    mutationFn: (subscription: NewSubscription) => client.subscriptions.create(subscription),
    // The response contains the secret, which must not be cached.
    gcTime: 0,
    onSuccess: (created) => {
      void renew();
      onCreated(created);
    },
  });
  return (
    <SubscriptionForm
      start={emptyDraft}
      connections={connections}
      command="Create subscription"
      error={create.error}
      isSending={create.isPending}
      onChange={create.reset}
      onSubmit={(selection) => create.mutate({ ...selection, from: startOf(start) })}
    >
      <StartInput label="Start with" value={start} error={create.error} onChange={setStart} />
    </SubscriptionForm>
  );
}

function Created({ subscription: { id, secret } }: { readonly subscription: CreatedSubscription }) {
  const { name: workspace } = useWorkspace();
  const panel = useRef<HTMLDivElement>(null);
  // The pressed button no longer exists, so the focus moves to the panel.
  useEffect(() => panel.current?.focus(), []);
  return (
    <Paper ref={panel} tabIndex={-1} withBorder p="lg" maw="40rem">
      <Stack gap="md">
        <ShownSecret secret={secret} title="Subscription created" />
        <Group>
          <Button component={Link} href={`/${workspace}/subscriptions/${id}`}>
            Done
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

/** Where deliveries start: with the next change, with all available changes, or with those since a time. */
export type Start = { readonly kind: 'now' | 'beginning' } | { readonly kind: 'time'; readonly time: string };

/** The `from` parameter of a request for a start. */
export const startOf = (start: Start): string => (start.kind === 'time' ? start.time : start.kind);

const choices: readonly { readonly value: Start['kind']; readonly label: string }[] = [
  { value: 'now', label: 'The next change' },
  { value: 'beginning', label: 'The oldest change that is available' },
  { value: 'time', label: 'Changes since a time' },
];

interface StartInputProps {
  readonly label: string;
  readonly value: Start;
  /** The error of the gateway's response. */
  readonly error: Error | null;
  onChange(start: Start): void;
}

/** Selects where deliveries start. */
export function StartInput({ label, value, error, onChange }: StartInputProps) {
  const fieldError = errorsByField(error)('/from');
  const choose = (kind: string | null) => onChange(kind === 'time' ? { kind, time: '' } : { kind: kind as 'now' });
  return (
    <Stack gap="xs">
      <Select
        label={label}
        allowDeselect={false}
        data={[...choices]}
        value={value.kind}
        onChange={choose}
        error={value.kind === 'time' ? undefined : fieldError}
      />
      {value.kind === 'time' && (
        <TimeInput
          label="Since"
          value={value.time}
          error={fieldError}
          onChange={(time) => onChange({ kind: 'time', time })}
        />
      )}
    </Stack>
  );
}
