import type { Change } from '@connectory/client';
import { Anchor, Badge, Group, Modal, Select, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { maxChanges, useFollowedChanges } from '../gateway/use-subscriptions.ts';
import { JsonView } from '../results/json-view.tsx';
import { useSession } from '../session/session.tsx';
import { ScrolledTable } from '../shell/scrolled-table.tsx';
import { Empty, NeedsWorkspaceToken, Problem } from '../shell/states.tsx';
import { ForeignText, Time } from '../shell/text.tsx';

const minute = 60_000;
const spans: readonly { readonly value: string; readonly label: string; readonly milliseconds: number }[] = [
  { value: 'minutes', label: 'Last 10 minutes', milliseconds: 10 * minute },
  { value: 'hour', label: 'Last hour', milliseconds: 60 * minute },
  { value: 'day', label: 'Last day', milliseconds: 24 * 60 * minute },
  { value: 'days', label: 'Last 6 days', milliseconds: 6 * 24 * 60 * minute },
];

const momentBefore = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();

/** The newest changes of the copies of a connection, updated while they are shown. */
export function ConnectionChanges({ id }: { readonly id: string }) {
  const { mayRun } = useSession();
  return mayRun ? <Followed id={id} /> : <NeedsWorkspaceToken />;
}

function Followed({ id }: { readonly id: string }) {
  const [span, setSpan] = useState('hour');
  const [since, setSince] = useState(() => momentBefore(60 * minute));
  const { changes, count, error } = useFollowedChanges(id, since);
  const choose = (chosen: string | null) => {
    const found = spans.find(({ value }) => value === chosen);
    if (found === undefined) return;
    setSpan(found.value);
    setSince(momentBefore(found.milliseconds));
  };
  return (
    <Stack gap="sm" component="section" aria-label="Changes">
      <Group justify="space-between" align="flex-end">
        <Text size="sm" c="dimmed" role="status">
          {countOf(count)}
        </Text>
        <Select
          label="Since"
          allowDeselect={false}
          data={spans.map(({ value, label }) => ({ value, label }))}
          value={span}
          onChange={choose}
        />
      </Group>
      {error !== null && <Problem error={error} onRetry={() => choose(span)} />}
      {changes.length > 0 && <ChangeTable changes={changes} />}
      {changes.length === 0 && error === null && (
        <Empty title="No changes">A change appears here when it happens.</Empty>
      )}
    </Stack>
  );
}

function countOf(count: number): string {
  const words = `${count.toLocaleString('en')} ${count === 1 ? 'change' : 'changes'}`;
  return count > maxChanges ? `${words}, of which you see the newest ${maxChanges}` : words;
}

const kinds: Readonly<Record<Change['type'], { readonly color: string; readonly label: string }>> = {
  added: { color: 'green', label: 'Added' },
  changed: { color: 'blue', label: 'Changed' },
  removed: { color: 'red', label: 'Removed' },
};

const causes: Readonly<Record<Change['cause'], string>> = {
  pass: 'Sync',
  write: 'Write through the gateway',
  event: 'Event of the vendor',
  erasure: 'Erased on request',
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

const maxKey = 80;
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
          <ForeignText value={key.join(' / ')} limit={maxKey} />
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
