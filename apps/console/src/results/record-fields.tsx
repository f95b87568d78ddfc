import { Table, Text } from '@mantine/core';
import { ScrolledTable } from '../shell/scrolled-table.tsx';
import { Cell } from './cell.tsx';
import type { ForeignRecord } from './columns.ts';
import classes from './record-fields.module.css';

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
