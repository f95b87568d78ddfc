import type { Connection, ConnectorManifest } from '@connectory/client';
import { Alert, Group, Stack, Text, Title } from '@mantine/core';
import { EffectBadge } from '../shell/effect-badge.tsx';
import { NotFound } from '../shell/not-found.tsx';
import { withCode } from '../shell/with-code.tsx';
import { ActionForm } from './action-form.tsx';

interface ActionPanelProps {
  readonly connection: Connection;
  readonly manifest: ConnectorManifest;
  readonly entityName: string;
  readonly actionName: string;
  /** The request id of the call to run again, from the audit. */
  readonly again: string | undefined;
}

/** One action: its description, and the form that runs it. */
export function ActionPanel({ connection, manifest, entityName, actionName, again }: ActionPanelProps) {
  const entity = manifest.entities.find(({ name }) => name === entityName);
  const action = entity?.actions.find((candidate) => candidate.action === actionName);
  if (entity === undefined || action === undefined) return <NotFound />;
  return (
    <Stack gap="md">
      <div>
        <Group gap="xs">
          <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
            {entityName} {actionName}
          </Title>
          <EffectBadge effect={action.effect} />
        </Group>
        <Text size="sm" c="dimmed">
          {withCode(action.summary)}
        </Text>
      </div>
      {action.deprecated !== undefined && (
        <Alert color="yellow" title={`May be gone from ${action.deprecated.until} on`}>
          {withCode(action.deprecated.instead)}
        </Alert>
      )}
      <ActionForm connection={connection} vendor={manifest.vendor} entity={entity} action={action} again={again} />
    </Stack>
  );
}
