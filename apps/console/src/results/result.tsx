import { Button, Group, Modal, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { labelOf } from '../form/labels.ts';
import { type ActionResponse, isExactNumber } from '../gateway/execute.ts';
import { Pages } from '../shell/pages.tsx';
import { ScrolledTable } from '../shell/scrolled-table.tsx';
import { Empty } from '../shell/states.tsx';
import { ForeignText } from '../shell/text.tsx';
import { ColumnChoice } from './column-choice.tsx';
import { columnsOf, type ForeignRecord, firstColumnsOf, type RecordKey } from './columns.ts';
import { type FieldFacts, fieldFacts } from './field-facts.ts';
import { JsonView } from './json-view.tsx';
import classes from './records-table.module.css';
import { shownValue } from './shown-value.ts';

/** How the records of a response are shown. */
export interface RecordsView {
  readonly recordKey: RecordKey;
  /** The schema of a record: it says which values are times or money. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** The chosen columns; undefined for the first ones. Without a handler, these are shown at first, and the table keeps the chosen ones. */
  readonly columns?: readonly string[] | undefined;
  onColumns?(columns: readonly string[] | undefined): void;
}

interface ResultProps {
  readonly response: ActionResponse;
  readonly records: RecordsView;
}

/** The response of an action, as a table or as JSON. */
export function Result({ response: { data, meta }, records }: ResultProps) {
  const [view, setView] = useState('table');
  const [own, setOwn] = useState<readonly string[]>();
  const columns = records.onColumns === undefined ? (own ?? records.columns) : records.columns;
  const { recordKey } = records;
  const shown = useMemo(
    () => columns ?? (isRecords(data) ? firstColumnsOf(data, recordKey) : []),
    [columns, data, recordKey],
  );
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        <SegmentedControl
          aria-label="Show as"
          size="xs"
          data={[
            { value: 'table', label: 'Table' },
            { value: 'json', label: 'JSON' },
          ]}
          value={view}
          onChange={setView}
        />
        {view === 'table' && isRecords(data) && data.length > 0 && (
          <ColumnChoice
            all={columnsOf(data, recordKey)}
            shown={shown}
            onChange={records.onColumns?.bind(records) ?? setOwn}
          />
        )}
      </Group>
      {view === 'json' ? (
        <JsonView label="Response" value={{ data, meta }} />
      ) : (
        <AsTable data={data} columns={shown} schema={records.schema} />
      )}
    </Stack>
  );
}

interface AsTableProps {
  readonly data: unknown;
  readonly columns: readonly string[];
  readonly schema: RecordsView['schema'];
}

function AsTable({ data, columns, schema }: AsTableProps) {
  if (isRecords(data))
    return data.length === 0 ? (
      <Empty title="No records">The call succeeded and returned no records.</Empty>
    ) : (
      <RecordsTable key={JSON.stringify(data[0])} records={data} columns={columns} schema={schema} />
    );
  if (typeof data === 'object' && data !== null && !Array.isArray(data))
    return <RecordFields record={data as ForeignRecord} schema={schema} />;
  return <JsonView label="Response" value={data} />;
}

// Browsers lay out a table as a whole; ten thousand rows at once would take seconds.
const rowsPerPage = 100;

interface RecordsTableProps {
  readonly records: readonly ForeignRecord[];
  readonly columns: readonly string[];
  readonly schema: RecordsView['schema'];
}

/** Records as rows, a hundred at a time. A row opens as the whole record. */
function RecordsTable({ records, columns, schema }: RecordsTableProps) {
  const facts = useMemo(() => new Map(columns.map((name) => [name, fieldFacts(schema, name)])), [columns, schema]);
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
                <Table.Th key={name} title={name}>
                  {labelOf(name)}
                </Table.Th>
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
                      <Cell value={record[name]} facts={facts.get(name)} record={record} />
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

interface RecordFieldsProps {
  readonly record: ForeignRecord;
  /** Its schema, with which names are shown as labels, and times and money as people read them. */
  readonly schema?: RecordsView['schema'];
}

/** One record, a field in each row. */
export function RecordFields({ record, schema }: RecordFieldsProps) {
  const entries = Object.entries(record);
  if (entries.length === 0) return <Text size="sm">The call succeeded. The upstream returned no data.</Text>;
  return (
    <ScrolledTable label="Record">
      <Table layout="fixed">
        <Table.Tbody>
          {entries.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th className={classes.name} title={name}>
                {schema === undefined ? name : labelOf(name)}
              </Table.Th>
              <Table.Td className={classes.value}>
                <Cell value={value} facts={schema && fieldFacts(schema, name)} record={record} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrolledTable>
  );
}

const longestCell = 120;

interface CellProps {
  readonly value: unknown;
  readonly facts: FieldFacts | undefined;
  /** The record it is a field of. */
  readonly record: ForeignRecord;
}

/** A value in one line of a table: times and money as people read them, nested values as JSON, truncated. */
export function Cell({ value, facts = {}, record }: CellProps) {
  const shown = shownValue(value, facts, record);
  if (shown !== undefined) return <span title={isExactNumber(value) ? value.rawJSON : String(value)}>{shown}</span>;
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

/** Whether a value is a list of records, which a table can show. */
export function isRecords(value: unknown): value is readonly ForeignRecord[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'object' && entry !== null);
}
