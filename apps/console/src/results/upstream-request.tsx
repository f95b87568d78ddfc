import { Badge, Group, Stack, Text } from '@mantine/core';
import { ForeignText } from '../shell/text.tsx';
import { JsonView } from './json-view.tsx';

/** A request to an upstream; its credentials are masked. */
export interface UpstreamRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A request to an upstream: its method and URL, then its headers and body. */
export function UpstreamRequestView({
  request: { method, url, headers, body },
}: {
  readonly request: UpstreamRequest;
}) {
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
