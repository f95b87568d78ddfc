import { SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../gateway/execute.ts';
import { Empty } from '../shell/empty.tsx';
import { ScrolledTable } from '../shell/scrolled-table.tsx';
import { Cell } from './cell.tsx';
import { type ForeignRecord, isRecords } from './columns.ts';
import { JsonView } from './json-view.tsx';
import { RecordsTable } from './records-table.tsx';

interface ResultProps {
  readonly answer: Answer;
  readonly recordKey: string | readonly string[] | null;
}

/** The answer of an action, as table or as JSON. */
export function Result({ answer, recordKey }: ResultProps) {
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
        <JsonView label="Answer" value={answer} />
      ) : (
        <AsTable data={answer.data} recordKey={recordKey} />
      )}
    </Stack>
  );
}

function AsTable({ data, recordKey }: { readonly data: unknown; readonly recordKey: ResultProps['recordKey'] }) {
  if (isRecords(data))
    return data.length === 0 ? (
      <Empty title="No records">The call succeeded and found nothing.</Empty>
    ) : (
      <RecordsTable key={JSON.stringify(data[0])} records={data} recordKey={recordKey} />
    );
  if (typeof data === 'object' && data !== null && !Array.isArray(data))
    return <Fields record={data as ForeignRecord} />;
  return <JsonView label="Answer" value={data} />;
}

function Fields({ record }: { readonly record: ForeignRecord }) {
  const entries = Object.entries(record);
  if (entries.length === 0) return <Text size="sm">The upstream answered nothing beside success.</Text>;
  return (
    <ScrolledTable label="Record">
      <Table layout="fixed">
        <Table.Tbody>
          {entries.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th w="11rem" style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
                {name}
              </Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <Cell value={value} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrolledTable>
  );
}
