import type { Change } from '@connectory/client';
import { Anchor, Badge, Modal, Table } from '@mantine/core';
import { useState } from 'react';
import { JsonView } from '../results/json-view.tsx';
import { ForeignText } from '../shell/foreign-text.tsx';
import { ScrolledTable } from '../shell/scrolled-table.tsx';
import { Time } from '../shell/time.tsx';

const kinds: Readonly<Record<Change['type'], { readonly color: string; readonly label: string }>> = {
  added: { color: 'green', label: 'Added' },
  changed: { color: 'blue', label: 'Changed' },
  removed: { color: 'red', label: 'Removed' },
};

const causes: Readonly<Record<Change['cause'], string>> = {
  pass: 'Sync',
  write: 'Write through the gateway',
  event: 'Event of the vendor',
};

/** Changes as rows. A row opens as the whole change with its record. */
export function ChangeTable({ changes }: { readonly changes: readonly Change[] }) {
  const [opened, setOpened] = useState<Change>();
  return (
    <>
      <ScrolledTable label="Changes of this connection" isBounded>
        <Table highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>When</Table.Th>
              <Table.Th>Record</Table.Th>
              <Table.Th>Entity</Table.Th>
              <Table.Th>Kind</Table.Th>
              <Table.Th>Changed fields</Table.Th>
              <Table.Th>Cause</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {changes.map((change) => (
              <ChangeRow key={change.cursor} change={change} onOpen={() => setOpened(change)} />
            ))}
          </Table.Tbody>
        </Table>
      </ScrolledTable>
      <Modal opened={opened !== undefined} onClose={() => setOpened(undefined)} title="Change" size="lg">
        {opened !== undefined && <JsonView label="Change" value={opened} />}
      </Modal>
    </>
  );
}

const longestKey = 80;
const longestNames = 120;

interface ChangeRowProps {
  readonly change: Change;
  onOpen(): void;
}

function ChangeRow({ change: { at, key, entity, type, changed_fields: fields, cause }, onOpen }: ChangeRowProps) {
  const { color, label } = kinds[type];
  return (
    <Table.Tr>
      <Table.Td miw="7rem">
        <Time at={at} />
      </Table.Td>
      <Table.Td miw="10rem">
        <Anchor component="button" type="button" size="sm" fw={500} ta="start" onClick={onOpen}>
          <ForeignText value={key.join(' / ')} limit={longestKey} />
        </Anchor>
      </Table.Td>
      <Table.Td>{entity}</Table.Td>
      <Table.Td>
        <Badge color={color} variant="light" tt="none" miw="max-content">
          {label}
        </Badge>
      </Table.Td>
      <Table.Td miw="9rem" maw="20rem">
        <ForeignText value={fields.join(', ') || '–'} limit={longestNames} />
      </Table.Td>
      <Table.Td miw="8rem">{causes[cause]}</Table.Td>
    </Table.Tr>
  );
}
