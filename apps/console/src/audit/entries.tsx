import type { AuditEntry } from '@connectory/client';
import { Anchor, Button, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { RefreshCw } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Empty } from '../shell/empty.tsx';
import { ForeignText } from '../shell/foreign-text.tsx';
import { ScrolledTable } from '../shell/scrolled-table.tsx';
import { Time } from '../shell/time.tsx';
import { EntryDetails } from './entry-details.tsx';
import { connectionOf, type EntryNames, makerOf } from './entry-names.ts';
import { Outcome } from './outcome.tsx';

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

const longestIntent = 120;

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
                <ForeignText value={entry.intent ?? '–'} limit={longestIntent} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrolledTable>
  );
}
