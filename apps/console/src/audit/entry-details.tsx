import type { AuditEntry } from '@connectory/client';
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { RecordFields } from '../results/record-fields.tsx';
import { ForeignText } from '../shell/foreign-text.tsx';
import { Time } from '../shell/time.tsx';
import { connectionOf, type EntryNames, makerOf } from './entry-names.ts';
import { Outcome } from './outcome.tsx';

interface EntryDetailsProps {
  readonly entry: AuditEntry;
  readonly names: EntryNames;
}

/** All data the audit stores about one request, with a button to run a call again without sending it. */
export function EntryDetails({ entry, names }: EntryDetailsProps) {
  const connection = connectionOf(entry, names);
  return (
    <Stack gap="md">
      <Group gap="sm">
        <Outcome entry={entry} />
        <Text component="div" size="sm">
          <Time at={entry.at} /> by <ForeignText value={makerOf(entry, names)} />
          {connection !== undefined && (
            <>
              {' '}
              through <ForeignText value={connection} />
            </>
          )}
        </Text>
      </Group>
      {entry.state === 'interrupted' && (
        <Alert color="yellow" title="Interrupted">
          The gateway ended before it knew the outcome. A write may or may not have been carried out: look at the record
          before you send it again.
        </Alert>
      )}
      <RunAgain entry={entry} names={names} />
      <RecordFields record={{ ...entry }} />
    </Stack>
  );
}

const search = 'context_store_search';

function RunAgain({ entry, names }: EntryDetailsProps) {
  const { name: workspace } = useWorkspace();
  const { kind, connection_id: id, entity, action, request_id: requestId } = entry;
  if (kind !== 'execute' || id === null || entity === null || action === null) return null;
  if (names.connections?.some((connection) => connection.id === id) === false)
    return (
      <Text size="sm" c="dimmed">
        The connection was deleted, so this call cannot be run again.
      </Text>
    );
  const place = `${encodeURIComponent(id)}/${encodeURIComponent(entity)}`;
  if (action === search)
    return (
      <Anchor component={Link} href={`/${workspace}/search/${place}`} size="sm" underline="always">
        Open in Search
      </Anchor>
    );
  return (
    <Group gap="sm">
      <Button
        component={Link}
        href={`/${workspace}/run/${place}/${encodeURIComponent(action)}?again=${encodeURIComponent(requestId)}`}
        size="xs"
        variant="default"
      >
        Run again as a dry run
      </Button>
      <Text size="sm" c="dimmed">
        Opens the form of the action. The audit does not store parameters.
      </Text>
    </Group>
  );
}
