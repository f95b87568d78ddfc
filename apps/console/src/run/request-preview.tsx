import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { JsonView } from '../results/json-view.tsx';
import { ForeignText } from '../shell/foreign-text.tsx';
import type { UpstreamRequest } from './use-action-call.ts';

interface RequestPreviewProps {
  readonly requests: readonly UpstreamRequest[];
  /** The button that sends them. */
  readonly children: ReactNode;
}

/** The upstream requests that would be sent, from a dry run. */
export function RequestPreview({ requests, children }: RequestPreviewProps) {
  return (
    <Paper withBorder p="md" component="section" aria-label="Request">
      <Stack gap="md">
        <div>
          <Title order={3} size="h5">
            {requests.length === 1 ? 'This request would be sent' : `These ${requests.length} requests would be sent`}
          </Title>
          <Text size="sm" c="dimmed">
            Nothing has been sent yet. Credentials are masked.
          </Text>
        </div>
        {requests.map((request, index) => (
          <OneRequest key={index} request={request} />
        ))}
        {children}
      </Stack>
    </Paper>
  );
}

function OneRequest({ request: { method, url, headers, body } }: { readonly request: UpstreamRequest }) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <Stack gap="xs">
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Badge variant="light" color="gray" style={{ flexShrink: 0 }}>
          {method}
        </Badge>
        <Text component="div" size="sm" ff="monospace" style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
          <ForeignText value={url} />
        </Text>
      </Group>
      <JsonView label={`Headers of ${method}`} value={lines.join('\n')} />
      {body !== undefined && <JsonView label={`Body of ${method}`} value={body} />}
    </Stack>
  );
}
