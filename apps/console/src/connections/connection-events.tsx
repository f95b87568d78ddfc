import { ConnectoryError, type EventEndpoint } from '@connectory/client';
import { Alert, Anchor, Badge, Button, Group, Modal, Paper, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { errorsByField } from '../gateway/execute.ts';
import { useChangeEventEndpoint, useEventEndpoint } from '../gateway/use-connections.ts';
import { CodeView } from '../results/json-view.tsx';
import { SecretInput } from '../shell/copy-button.tsx';
import { Fact } from '../shell/fact.tsx';
import { Question } from '../shell/question.tsx';
import { Empty, Loaded, Problem } from '../shell/states.tsx';
import { Time, withCode } from '../shell/text.tsx';

interface ConnectionEventsProps {
  /** The id of the connection. */
  readonly id: string;
}

/** The URL to which the vendor of a connection sends events, and the number of events. */
export function ConnectionEvents({ id }: ConnectionEventsProps) {
  const endpoint = useEventEndpoint(id);
  const { error } = endpoint;
  if (error instanceof ConnectoryError && error.code === 'not_found')
    return <Empty title="No events">{error.message}</Empty>;
  return (
    <Loaded query={endpoint} purpose="see the URL for events">
      {(found) => <Endpoint id={id} endpoint={found} />}
    </Loaded>
  );
}

interface EndpointProps extends ConnectionEventsProps {
  readonly endpoint: EventEndpoint;
}

const inWords = (count: number) => count.toLocaleString('en');

function Endpoint({ id, endpoint }: EndpointProps) {
  const { url, documentation, entities, state } = endpoint;
  return (
    <Paper withBorder p="md" component="section" aria-label="Events">
      <Stack gap="md">
        <Text size="sm">
          When the vendor sends an event to this URL, the copies of {entities.join(', ')} are up to date within seconds.{' '}
          <Anchor href={documentation} target="_blank" rel="noopener" size="sm" underline="always">
            Vendor&apos;s documentation
          </Anchor>
        </Text>
        {url === null ? (
          <Alert color="yellow" title="No URL">
            {withCode('The gateway does not know its public address: set `CONNECTORY_PUBLIC_URL`.')}
          </Alert>
        ) : (
          <CodeView label="URL for events" text={url} />
        )}
        <Group gap="xl">
          <Fact label="State">
            <Badge color={state === 'ready' ? 'green' : 'yellow'} variant="light" tt="none" miw="max-content">
              {state === 'ready' ? 'Ready' : 'Secret missing'}
            </Badge>
          </Fact>
          <Fact label="Accepted">{inWords(endpoint.received)}</Fact>
          <Fact label="Repeated">{inWords(endpoint.repeated)}</Fact>
          <Fact label="Refused">{inWords(endpoint.refused)}</Fact>
          <Fact label="Records read">{inWords(endpoint.applied)}</Fact>
          <Fact label="Last event">
            <Time at={endpoint.last_received_at} />
          </Fact>
        </Group>
        <EventSecret id={id} endpoint={endpoint} />
        <NewUrl id={id} />
      </Stack>
    </Paper>
  );
}

function EventSecret({ id, endpoint: { secret_description: description, state } }: EndpointProps) {
  const change = useChangeEventEndpoint(id);
  if (description === null)
    return (
      <Text size="sm" c="dimmed">
        The vendor does not sign events: keep the URL secret.
      </Text>
    );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    change.mutate({ secret: String(new FormData(form).get('secret')) }, { onSuccess: () => form.reset() });
  };
  const fieldError = errorsByField(change.error)('/secret');
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs" maw="36rem">
        <SecretInput
          name="secret"
          label={state === 'ready' ? 'Replace the secret' : 'Secret'}
          description={withCode(description)}
          error={fieldError}
          showLabel="Show: Secret"
          autoComplete="new-password"
        />
        {change.isError && fieldError === undefined && <Problem error={change.error} />}
        <Group gap="sm">
          <Button type="submit" size="xs" loading={change.isPending}>
            Store the secret
          </Button>
          {change.isSuccess && (
            <Text size="sm" c="dimmed" role="status">
              The secret is stored.
            </Text>
          )}
        </Group>
      </Stack>
    </form>
  );
}

function NewUrl({ id }: ConnectionEventsProps) {
  const change = useChangeEventEndpoint(id);
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    change.reset();
  };
  return (
    <Group>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        New URL
      </Button>
      <Modal opened={isOpen} onClose={close} title="Make a new URL?">
        <Question
          command="Make a new URL"
          onConfirm={async () => {
            await change.mutateAsync({ new_url: true });
            close();
          }}
          onCancel={close}
        >
          <Text size="sm">
            Events that the vendor sends to the current URL are refused from then on. Give the new one to the vendor.
          </Text>
        </Question>
      </Modal>
    </Group>
  );
}
