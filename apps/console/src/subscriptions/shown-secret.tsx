import { Alert, Stack, Text } from '@mantine/core';
import { CodeView } from '../results/json-view.tsx';

interface ShownSecretProps {
  readonly secret: string;
  /** What has just happened. */
  readonly title: string;
  /** Additional information. */
  readonly note?: string;
}

/** The secret that verifies deliveries, shown only once. */
export function ShownSecret({ secret, title, note }: ShownSecretProps) {
  return (
    <Stack gap="md">
      <Alert color="green" role="status" title={title}>
        Copy the secret now: it cannot be shown again. Your receiver verifies deliveries with it.
      </Alert>
      <CodeView label="Secret" text={secret} />
      {note !== undefined && <Text size="sm">{note}</Text>}
    </Stack>
  );
}
