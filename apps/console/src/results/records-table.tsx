import { Button, Modal, Stack, Table } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Pages } from '../shell/pages.tsx';
import { ScrolledTable } from '../shell/scrolled-table.tsx';
import { Cell } from './cell.tsx';
import { columnsOf, type ForeignRecord } from './columns.ts';
import { JsonView } from './json-view.tsx';
import classes from './records-table.module.css';

// Browsers lay out a table as a whole; ten thousand rows at once would take seconds.
const rowsPerPage = 100;

interface RecordsTableProps {
  readonly records: readonly ForeignRecord[];
  /** The fields that identify a record, shown first. */
  readonly recordKey: string | readonly string[] | null;
}

/** Records as rows, a hundred at a time. A row opens as the whole record. */
export function RecordsTable({ records, recordKey }: RecordsTableProps) {
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
