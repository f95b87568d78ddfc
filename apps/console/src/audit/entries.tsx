import type { AuditEntry, Connection } from '@connectory/client';
import { Anchor, Badge, Button, Group, Stack, Switch, Table, Text } from '@mantine/core';
import { RefreshCw } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { ScrolledTable } from '../shell/scrolled-table.tsx';
import { Empty } from '../shell/states.tsx';
import { ForeignText, Time } from '../shell/text.tsx';
import type { EnteredFilter } from './filter.ts';

interface EntriesProps {
  readonly entries: readonly AuditEntry[];
  readonly names: EntryNames;
  readonly hasOlder: boolean;
  readonly isLoading: boolean;
  readonly isRefreshing: boolean;
  /** Whether new entries appear by themselves. */
  readonly isLive: boolean;
  onLive(isLive: boolean): void;
  onRefresh(): void;
  onOlder(): void;
  /** Adds conditions to the filter. */
  onNarrow(more: EnteredFilter): void;
}

/** Entries as rows, with buttons that load new and older ones. A row leads to the whole entry; its cells filter by their values. */
export function Entries({ entries, names, hasOlder, isLoading, onOlder, onNarrow, ...refreshing }: EntriesProps) {
  const rows = useRef<HTMLTableSectionElement>(null);
  const firstOlder = useRef<number>(undefined);
  const { length } = entries;
  // The button may disappear with the last page, so the focus moves to what it loaded.
  useEffect(() => {
    const { current: index } = firstOlder;
    if (index === undefined || length <= index) return;
    firstOlder.current = undefined;
    rows.current?.rows[index]?.querySelector('a')?.focus();
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
        <Refresh {...refreshing} />
      </Group>
      {length === 0 && !hasOlder && (
        <Empty title="No entries">
          No entry matches this filter, or the entries are older than the retention period.
        </Empty>
      )}
      {length > 0 && <EntryTable entries={entries} names={names} rows={rows} onNarrow={onNarrow} />}
      {hasOlder && (
        <Group>
          <Button variant="default" onClick={askForOlder} loading={isLoading}>
            Older entries
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function Refresh({
  isLive,
  isRefreshing,
  onLive,
  onRefresh,
}: Pick<EntriesProps, 'isLive' | 'isRefreshing' | 'onLive' | 'onRefresh'>) {
  return (
    <Group gap="md">
      <Switch
        label="Live"
        checked={isLive}
        onChange={({ currentTarget }) => onLive(currentTarget.checked)}
        title="Loads new calls every three seconds"
      />
      <Button
        size="xs"
        variant="default"
        leftSection={<RefreshCw size={14} aria-hidden />}
        loading={isRefreshing && !isLive}
        onClick={onRefresh}
      >
        Refresh
      </Button>
    </Group>
  );
}

// The gateway searches a bounded number of entries at a time.
function countOf(count: number, hasOlder: boolean): string {
  if (count === 0) return hasOlder ? 'None among the entries searched so far.' : '';
  return `${count.toLocaleString('en')} ${count === 1 ? 'entry' : 'entries'}${hasOlder ? ' so far' : ''}`;
}

const maxIntentLength = 120;
const maxNameLength = 128;

interface EntryTableProps extends Pick<EntriesProps, 'entries' | 'names' | 'onNarrow'> {
  readonly rows: RefObject<HTMLTableSectionElement | null>;
}

function EntryTable({ entries, names, rows, onNarrow }: EntryTableProps) {
  const { name: workspace } = useWorkspace();
  return (
    <ScrolledTable label="Calls">
      <Table highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>When</Table.Th>
            <Table.Th>What</Table.Th>
            <Table.Th>Record</Table.Th>
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
                <Anchor component={Link} href={`/${workspace}/audit/${entry.id}`} size="sm" fw={500}>
                  <Time at={entry.at} />
                </Anchor>
              </Table.Td>
              <Table.Td miw="12rem">
                <Narrowing more={whatFilter(entry)} onNarrow={onNarrow}>
                  <ForeignText value={whatOf(entry)} />
                </Narrowing>
              </Table.Td>
              <Table.Td miw="8rem">
                <RecordKey entry={entry} onNarrow={onNarrow} />
              </Table.Td>
              <Table.Td>
                <Narrowing more={outcomeFilter(entry)} onNarrow={onNarrow}>
                  <Outcome entry={entry} />
                </Narrowing>
              </Table.Td>
              <Table.Td miw="9rem">
                <Narrowing more={makerFilter(entry)} onNarrow={onNarrow}>
                  <ForeignText value={makerOf(entry, names)} limit={maxNameLength} />
                </Narrowing>
                <Through entry={entry} />
              </Table.Td>
              <Table.Td miw="9rem">
                <Narrowing
                  more={entry.connection_id === null ? {} : { connection_id: entry.connection_id }}
                  onNarrow={onNarrow}
                >
                  <ForeignText value={connectionOf(entry, names) ?? '–'} />
                </Narrowing>
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

/** What stood between the maker of a request and the gateway: the agent that acted for the person, and the interface. */
function Through({ entry: { actor, via } }: { readonly entry: AuditEntry }) {
  if (actor.agent === null && via === 'api') return null;
  return (
    <Text component="div" size="xs" c="dimmed">
      {actor.agent !== null && (
        <>
          through <ForeignText value={actor.agent} limit={maxNameLength} />
          {via !== 'api' && ' · '}
        </>
      )}
      {via !== 'api' && viaWords[via]}
    </Text>
  );
}

interface NarrowingProps extends Pick<EntriesProps, 'onNarrow'> {
  readonly more: EnteredFilter;
  readonly children: ReactNode;
}

/** A value that filters the entries when it is clicked; only the value if there is nothing to filter by. */
function Narrowing({ more, onNarrow, children }: NarrowingProps) {
  if (Object.keys(more).length === 0) return <>{children}</>;
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      c="inherit"
      ta="start"
      title="Only show calls like this"
      onClick={() => onNarrow(more)}
    >
      {children}
    </Anchor>
  );
}

function RecordKey({ entry: { record }, onNarrow }: { readonly entry: AuditEntry } & Pick<EntriesProps, 'onNarrow'>) {
  const values = Object.values(record?.key ?? {});
  const last = values.at(-1);
  if (last === undefined) return <>–</>;
  return (
    <Narrowing more={{ record_key: last }} onNarrow={onNarrow}>
      <ForeignText value={values.join(' / ')} limit={80} />
    </Narrowing>
  );
}

/** What was called or managed. */
export const whatOf = ({ entity, action, kind }: AuditEntry): string =>
  `${entity ?? ''} ${action ?? ''}`.trim() || kind;

const whatFilter = ({ entity, action }: AuditEntry): EnteredFilter => ({
  ...(entity !== null && { entity }),
  ...(action !== null && { action }),
});

const outcomeFilter = ({ state, error_code: code }: AuditEntry): EnteredFilter =>
  state === 'finished' ? { failed: String(code !== null) } : { state };

/** The words for what sent a request. */
export const viaWords: Readonly<Record<AuditEntry['via'], string>> = {
  api: 'API',
  mcp: 'Agent (MCP)',
  cli: 'Command line',
  console: 'Console',
};

/** The word for each state; a request that has finished succeeded or failed. */
export const stateWords: Readonly<Record<AuditEntry['state'], string>> = {
  started: 'Running',
  finished: 'Finished',
  interrupted: 'Interrupted',
};

/** The outcome of a request, in words. */
export function Outcome({ entry }: { readonly entry: AuditEntry }) {
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
export interface EntryNames {
  readonly tokens: ReadonlyMap<string, string>;
  /** Undefined until loaded. */
  readonly connections: readonly Connection[] | undefined;
}

const makerFilter = ({ actor: { person }, token_id: token }: AuditEntry): EnteredFilter => {
  if (person !== null) return { person: person.id };
  return token === null ? {} : { token_id: token };
};

/** Who sent the request of an entry: the name of the person, otherwise that of the token. */
export function makerOf({ actor: { person }, token_id: id }: AuditEntry, { tokens }: EntryNames): string {
  if (person !== null) return person.name;
  return id === null ? 'Admin token' : (tokens.get(id) ?? id);
}

/** The name of the connection of an entry; undefined for a request that named none. */
export function connectionOf(
  { connection_id: id, connector }: AuditEntry,
  { connections }: EntryNames,
): string | undefined {
  if (id === null) return undefined;
  return connections?.find((connection) => connection.id === id)?.name ?? `${connector ?? 'Connection'} ${id}`;
}
