import { SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../gateway/execute.ts';
import { Empty } from '../shell/empty.tsx';
import { type ForeignRecord, isRecords } from './columns.ts';
import { JsonView } from './json-view.tsx';
import { RecordFields } from './record-fields.tsx';
import { RecordsTable } from './records-table.tsx';

interface ResultProps {
  readonly answer: Answer;
  readonly recordKey: string | readonly string[] | null;
}

/** The response of an action, as a table or as JSON. */
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
      <Empty title="No records">The call succeeded and returned no records.</Empty>
    ) : (
      <RecordsTable key={JSON.stringify(data[0])} records={data} recordKey={recordKey} />
    );
  if (typeof data === 'object' && data !== null && !Array.isArray(data))
    return <RecordFields record={data as ForeignRecord} />;
  return <JsonView label="Answer" value={data} />;
}
