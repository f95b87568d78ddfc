import type { AuditEntry } from '@connectory/client';
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useConnections } from '../gateway/use-connections.ts';
import { useTokenNames, useWorkspace } from '../gateway/use-workspace.ts';
import { RecordFields } from '../results/result.tsx';
import { CopyButton, useCopy } from '../shell/copy-button.tsx';
import { Fact } from '../shell/fact.tsx';
import { Page } from '../shell/page.tsx';
import { Loaded } from '../shell/states.tsx';
import { ForeignText, Time } from '../shell/text.tsx';
import { connectionOf, type EntryNames, makerOf, Outcome, viaWords, whatOf } from './entries.tsx';

function useEntry(id: string): UseQueryResult<AuditEntry> {
  const { name, client } = useWorkspace();
  return useQuery({ queryKey: ['audit-entry', name, id], queryFn: () => client.audit.get(id) });
}

/** One request: who did what to which record, and how it ended. */
export function EntryPage({ id }: { readonly id: string }) {
  const { name } = useWorkspace();
  const entry = useEntry(id);
  const { data: connections } = useConnections();
  const tokens = useTokenNames();
  const title = entry.data === undefined ? 'Call' : whatOf(entry.data);
  return (
    <Page
      title={title}
      lead={
        <Anchor component={Link} href={`/${name}/audit`} size="sm" underline="always">
          All calls
        </Anchor>
      }
    >
      <Loaded query={entry} purpose="read the audit">
        {(found) => <EntryDetails entry={found} names={{ tokens, connections }} />}
      </Loaded>
    </Page>
  );
}

interface EntryDetailsProps {
  readonly entry: AuditEntry;
  readonly names: EntryNames;
}

/** All data the audit stores about one request, with a button to run a call again without sending it. */
function EntryDetails({ entry, names }: EntryDetailsProps) {
  const { name } = useWorkspace();
  const { state: copyState, copy } = useCopy();
  const { connection_id: connectionId, record, request_id: requestId, actor } = entry;
  const connection = connectionOf(entry, names);
  const isKept = names.connections?.some(({ id }) => id === connectionId) === true;
  return (
    <Stack gap="md">
      <Group gap="sm">
        <Outcome entry={entry} />
        <Text component="div" size="sm">
          <Time at={entry.at} /> by <Maker entry={entry} names={names} />
          {connection !== undefined && (
            <>
              {' '}
              through{' '}
              {isKept ? (
                <Anchor component={Link} href={`/${name}/connections/${connectionId}`} size="sm" underline="always">
                  <ForeignText value={connection} />
                </Anchor>
              ) : (
                <ForeignText value={connection} />
              )}
            </>
          )}
        </Text>
      </Group>
      <Group gap="xl" align="flex-start">
        {record !== null && (
          <Fact label="Record">
            {Object.entries(record.key).map(([field, value]) => (
              <div key={field}>
                {field}: <ForeignText value={value} />
              </div>
            ))}
            <Anchor
              component={Link}
              href={`/${name}/audit?${new URLSearchParams({ record_key: Object.values(record.key).at(-1) ?? '' })}`}
              size="sm"
              underline="always"
            >
              All calls about this record
            </Anchor>
          </Fact>
        )}
        {actor.person !== null && (
          <Fact label="Token">
            <ForeignText value={makerOf({ ...entry, actor: { ...actor, person: null } }, names)} />
          </Fact>
        )}
        {actor.agent !== null && (
          <Fact label="Agent">
            <ForeignText value={actor.agent} />
          </Fact>
        )}
        <Fact label="Sent by">{viaWords[entry.via]}</Fact>
        <Fact label="Request ID">
          <Group gap="xs">
            <ForeignText value={requestId} />
            <CopyButton size="compact-xs" label="Copy" state={copyState} onCopy={() => copy(requestId)} />
          </Group>
        </Fact>
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

/** Who sent the request; a person leads to everything that the person did. */
function Maker({ entry, names }: EntryDetailsProps) {
  const { name } = useWorkspace();
  const maker = <ForeignText value={makerOf(entry, names)} />;
  const { person } = entry.actor;
  if (person === null) return maker;
  return (
    <Anchor
      component={Link}
      href={`/${name}/audit?${new URLSearchParams({ person: person.id })}`}
      size="sm"
      underline="always"
    >
      {maker}
    </Anchor>
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
