import type { AuditEntry, Connection } from '@connectory/client';
import { Alert, Anchor, Badge, Button, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { RefreshCw } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { RecordFields } from '../results/result.tsx';
import { ScrolledTable } from '../shell/scrolled-table.tsx';
import { Empty } from '../shell/states.tsx';
import { ForeignText, Time } from '../shell/text.tsx';

interface EntriesProps {
  readonly entries: readonly AuditEntry[];
  readonly names: EntryNames;
  readonly hasOlder: boolean;
  readonly isLoading: boolean;
  readonly isRefreshing: boolean;
  onRefresh(): void;
  onOlder(): void;
}

/** Entries as rows, with buttons that load new and older ones. A row opens as the whole entry. */
export function Entries({ entries, names, hasOlder, isLoading, isRefreshing, onRefresh, onOlder }: EntriesProps) {
  const [opened, setOpened] = useState<AuditEntry>();
  const rows = useRef<HTMLTableSectionElement>(null);
  const firstOlder = useRef<number>(undefined);
  const { length } = entries;
  // The button may disappear with the last page, so the focus moves to what it loaded.
  useEffect(() => {
    const { current: index } = firstOlder;
    if (index === undefined || length <= index) return;
    firstOlder.current = undefined;
    rows.current?.rows[index]?.querySelector('button')?.focus();
  }, [length]);
  const askForOlder = () => {
    firstOlder.current = length;
    onOlder();
  };
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm" c="dimmed" role="status">
          {countOf(length, hasOlder)}
        </Text>
        <Button
          size="xs"
          variant="default"
          leftSection={<RefreshCw size={14} aria-hidden />}
          loading={isRefreshing}
          onClick={onRefresh}
        >
          Refresh
        </Button>
      </Group>
      {length === 0 && !hasOlder && (
        <Empty title="No entries">
          No entry matches this filter, or the entries are older than the retention period.
        </Empty>
      )}
      {length > 0 && <EntryTable entries={entries} names={names} rows={rows} onOpen={setOpened} />}
      {hasOlder && (
        <Group>
          <Button variant="default" onClick={askForOlder} loading={isLoading}>
            Older entries
          </Button>
        </Group>
      )}
      <Modal opened={opened !== undefined} onClose={() => setOpened(undefined)} title="Audit entry" size="lg">
        {opened !== undefined && <EntryDetails entry={opened} names={names} />}
      </Modal>
    </Stack>
  );
}

// The gateway searches a bounded number of entries at a time.
function countOf(count: number, hasOlder: boolean): string {
  if (count === 0) return hasOlder ? 'None among the entries searched so far.' : '';
  return `${count.toLocaleString('en')} ${count === 1 ? 'entry' : 'entries'}${hasOlder ? ' so far' : ''}`;
}

const maxIntentLength = 120;

interface EntryTableProps extends Pick<EntriesProps, 'entries' | 'names'> {
  readonly rows: RefObject<HTMLTableSectionElement | null>;
  onOpen(entry: AuditEntry): void;
}

function EntryTable({ entries, names, rows, onOpen }: EntryTableProps) {
  return (
    <ScrolledTable label="Audit entries">
      <Table highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>When</Table.Th>
            <Table.Th>What</Table.Th>
            <Table.Th>Outcome</Table.Th>
            <Table.Th>Who</Table.Th>
            <Table.Th>Connection</Table.Th>
            <Table.Th ta="end">Duration</Table.Th>
            <Table.Th>Intent</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody ref={rows}>
          {entries.map((entry) => (
            <Table.Tr key={entry.id}>
              <Table.Td miw="7rem">
                <Time at={entry.at} />
              </Table.Td>
              <Table.Td miw="12rem">
                <Anchor component="button" type="button" size="sm" fw={500} ta="start" onClick={() => onOpen(entry)}>
                  <ForeignText value={`${entry.entity ?? ''} ${entry.action ?? ''}`.trim() || entry.kind} />
                </Anchor>
              </Table.Td>
              <Table.Td>
                <Outcome entry={entry} />
              </Table.Td>
              <Table.Td miw="9rem">
                <ForeignText value={makerOf(entry, names)} />
              </Table.Td>
              <Table.Td miw="9rem">
                <ForeignText value={connectionOf(entry, names) ?? '–'} />
              </Table.Td>
              <Table.Td ta="end" style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
                {entry.duration_ms === null ? '–' : `${entry.duration_ms.toLocaleString('en')} ms`}
              </Table.Td>
              <Table.Td miw="10rem">
                <ForeignText value={entry.intent ?? '–'} limit={maxIntentLength} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrolledTable>
  );
}

interface EntryDetailsProps {
  readonly entry: AuditEntry;
  readonly names: EntryNames;
}

/** All data the audit stores about one request, with a button to run a call again without sending it. */
function EntryDetails({ entry, names }: EntryDetailsProps) {
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

/** The word for each state; a request that has finished succeeded or failed. */
export const stateWords: Readonly<Record<AuditEntry['state'], string>> = {
  started: 'Running',
  finished: 'Finished',
  interrupted: 'Interrupted',
};

/** The outcome of a request, in words. */
function Outcome({ entry }: { readonly entry: AuditEntry }) {
  const { error_code: code, dry_run: isDryRun } = entry;
  return (
    <Group gap={6} wrap="nowrap">
      <Badge color={colorOf(entry)} variant="light" tt="none" miw="max-content">
        {wordOf(entry)}
      </Badge>
      {code !== null && (
        <Text span size="sm">
          {code}
        </Text>
      )}
      {isDryRun && (
        <Badge color="gray" variant="light" tt="none" miw="max-content">
          Dry run
        </Badge>
      )}
    </Group>
  );
}

function wordOf({ state, error_code: code }: AuditEntry): string {
  if (code !== null) return 'Failed';
  return state === 'finished' ? 'Succeeded' : stateWords[state];
}

function colorOf({ state, error_code: code }: AuditEntry): string {
  if (state === 'interrupted') return 'yellow';
  if (state === 'started') return 'blue';
  return code === null ? 'green' : 'red';
}

/** Names for the IDs in entries, as far as the token may read them. */
interface EntryNames {
  readonly tokens: ReadonlyMap<string, string>;
  /** Undefined until loaded. */
  readonly connections: readonly Connection[] | undefined;
}

/** The name of the token that sent the request of an entry. */
function makerOf({ token_id: id }: AuditEntry, { tokens }: EntryNames): string {
  return id === null ? 'Admin token' : (tokens.get(id) ?? id);
}

/** The name of the connection of an entry; undefined for a request that named none. */
function connectionOf({ connection_id: id, connector }: AuditEntry, { connections }: EntryNames): string | undefined {
  if (id === null) return undefined;
  return connections?.find((connection) => connection.id === id)?.name ?? `${connector ?? 'Connection'} ${id}`;
}
