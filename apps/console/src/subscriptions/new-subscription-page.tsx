import type { CreatedSubscription, NewSubscription } from '@connectory/client';
import { Button, Group, Paper, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useConnections } from '../gateway/use-connections.ts';
import { useRightToManage } from '../gateway/use-right-to-manage.ts';
import { useRenewSubscription } from '../gateway/use-subscriptions.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { Loaded } from '../shell/loaded.tsx';
import { Page } from '../shell/page.tsx';
import { ShownSecret } from './shown-secret.tsx';
import { type Start, StartInput, startOf } from './start-input.tsx';
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
      lead="Delivers each change of the records that you select to a URL, signed as Standard Webhooks defines."
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
