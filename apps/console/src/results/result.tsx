import { Button, Modal, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { type ActionResponse, isExactNumber } from '../gateway/execute.ts';
import { Pages } from '../shell/pages.tsx';
import { ScrolledTable } from '../shell/scrolled-table.tsx';
import { Empty } from '../shell/states.tsx';
import { ForeignText } from '../shell/text.tsx';
import { JsonView } from './json-view.tsx';
import classes from './records-table.module.css';

interface ResultProps {
  readonly response: ActionResponse;
  readonly recordKey: string | readonly string[] | null;
}

/** The response of an action, as a table or as JSON. */
export function Result({ response, recordKey }: ResultProps) {
  const [view, setView] = useState('table');
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label="Show as"
        size="xs"
        data={[
          { value: 'table', label: 'Table' },
          { value: 'json', label: 'JSON' },
        ]}
        value={view}
        onChange={setView}
        style={{ alignSelf: 'flex-start' }}
      />
      {view === 'json' ? (
        <JsonView label="Response" value={response} />
      ) : (
        <AsTable data={response.data} recordKey={recordKey} />
      )}
    </Stack>
  );
}

function AsTable({ data, recordKey }: { readonly data: unknown; readonly recordKey: ResultProps['recordKey'] }) {
  if (isRecords(data))
    return data.length === 0 ? (
      <Empty title="No records">The call succeeded and returned no records.</Empty>
    ) : (
      <RecordsTable key={JSON.stringify(data[0])} records={data} recordKey={recordKey} />
    );
  if (typeof data === 'object' && data !== null && !Array.isArray(data))
    return <RecordFields record={data as ForeignRecord} />;
  return <JsonView label="Response" value={data} />;
}

// Browsers lay out a table as a whole; ten thousand rows at once would take seconds.
const rowsPerPage = 100;

interface RecordsTableProps {
  readonly records: readonly ForeignRecord[];
  /** The fields that identify a record, shown first. */
  readonly recordKey: string | readonly string[] | null;
}

/** Records as rows, a hundred at a time. A row opens as the whole record. */
function RecordsTable({ records, recordKey }: RecordsTableProps) {
  const columns = useMemo(() => columnsOf(records, recordKey), [records, recordKey]);
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<ForeignRecord>();
  const first = (page - 1) * rowsPerPage;
  return (
    <Stack gap="sm">
      <ScrolledTable label="Records" isBounded>
        <Table highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>#</Table.Th>
              {columns.map((name) => (
                <Table.Th key={name}>{name}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {records.slice(first, first + rowsPerPage).map((record, index) => (
              <Table.Tr key={first + index}>
                <Table.Td>
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    onClick={() => setOpened(record)}
                    aria-label={`Open record ${first + index + 1}`}
                  >
                    {first + index + 1}
                  </Button>
                </Table.Td>
                {columns.map((name) => (
                  <Table.Td key={name}>
                    <div className={classes.cell}>
                      <Cell value={record[name]} />
                    </div>
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrolledTable>
      <Pages rowCount={records.length} rowsPerPage={rowsPerPage} page={page} onChange={setPage} />
      <Modal opened={opened !== undefined} onClose={() => setOpened(undefined)} title="Record" size="xl">
        {opened !== undefined && <JsonView label="Record" value={opened} />}
      </Modal>
    </Stack>
  );
}

/** One record, a field in each row. */
export function RecordFields({ record }: { readonly record: ForeignRecord }) {
  const entries = Object.entries(record);
  if (entries.length === 0) return <Text size="sm">The call succeeded. The upstream returned no data.</Text>;
  return (
    <ScrolledTable label="Record">
      <Table layout="fixed">
        <Table.Tbody>
          {entries.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th className={classes.name}>{name}</Table.Th>
              <Table.Td className={classes.value}>
                <Cell value={value} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrolledTable>
  );
}

const longestCell = 120;

/** A value in one line of a table; nested values as JSON, truncated. */
function Cell({ value }: { readonly value: unknown }) {
  if (value === null || value === undefined)
    return (
      <Text span size="sm" c="dimmed">
        –
      </Text>
    );
  if (typeof value === 'string') return <ForeignText value={value} limit={longestCell} />;
  if (typeof value === 'number' || typeof value === 'boolean') return <>{String(value)}</>;
  if (isExactNumber(value)) return <>{value.rawJSON}</>;
  return (
    <Text span size="xs" ff="monospace" c="dimmed">
      <ForeignText value={JSON.stringify(value)} limit={longestCell} isJson />
    </Text>
  );
}

/** A record as received. */
export type ForeignRecord = Readonly<Record<string, unknown>>;

/** Whether a value is a list of records, which a table can show. */
export function isRecords(value: unknown): value is readonly ForeignRecord[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'object' && entry !== null);
}

const nameLike = /^(?:name|title|subject|label|email|login|status|state)$/i;

/**
 * The columns of a table of records: the key first, then names and states, then other plain values, then nested ones. Columns that are
 * empty in every record are omitted.
 */
function columnsOf(records: readonly ForeignRecord[], key: string | readonly string[] | null): readonly string[] {
  const ranks = new Map<string, number>();
  const keys = key === null ? [] : [key].flat();
  for (const record of records)
    for (const [name, value] of Object.entries(record)) {
      if (value === null || value === undefined || value === '') continue;
      ranks.set(name, Math.min(ranks.get(name) ?? 3, rankOf(name, value, keys)));
    }
  return [...ranks.keys()].sort((left, right) => (ranks.get(left) ?? 0) - (ranks.get(right) ?? 0));
}

function rankOf(name: string, value: unknown, keys: readonly string[]): number {
  if (keys.includes(name)) return 0;
  if (typeof value === 'object') return 3;
  return nameLike.test(name) ? 1 : 2;
}
