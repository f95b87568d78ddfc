import type { Connection, EntitySync } from '@connectory/client';
import { Button, Group, Stack, Switch, Table, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { errorsByField } from '../gateway/execute.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { useSession } from '../session/session.tsx';
import { ScrolledTable } from '../shell/scrolled-table.tsx';
import { Empty, Loaded, Problem } from '../shell/states.tsx';
import { ForeignText, Time } from '../shell/text.tsx';
import { useConnectionChange } from './connection-commands.tsx';
import { CopyDownload } from './copy-download.tsx';

interface CopyProps {
  readonly connection: Connection;
  readonly sync: EntitySync;
}

/** The schedule of one copy, its export, and the passes that filled it. */
export function CopyDialog({ connection, sync, onClose }: CopyProps & { onClose(): void }) {
  const { mayManage, mayRun } = useSession();
  return (
    <Stack gap="lg">
      {mayManage && <ScheduleForm connection={connection} sync={sync} onDone={onClose} />}
      {mayRun && <CopyDownload id={connection.id} entity={sync.entity} />}
      <PassHistory id={connection.id} entity={sync.entity} />
    </Stack>
  );
}

function ScheduleForm({ connection, sync, onDone }: CopyProps & { onDone(): void }) {
  const { entity, enabled, interval_minutes: minutes } = sync;
  const change = useConnectionChange(connection);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = new FormData(event.currentTarget);
    const schedule = {
      ...connection.sync.entities?.[entity],
      enabled: entered.get('enabled') !== null,
      interval_minutes: Number(entered.get('minutes')),
    };
    const entities = { ...connection.sync.entities, [entity]: schedule };
    change.mutate({ sync: { ...connection.sync, entities } }, { onSuccess: onDone });
  };
  const error = errorsByField(change.error)(`/sync/entities/${entity}/interval_minutes`);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Switch
          name="enabled"
          label="Synchronize on a schedule"
          description="Otherwise only when somebody asks for it; the copy stays as it is."
          defaultChecked={enabled}
        />
        <TextInput
          name="minutes"
          label="Minutes between passes"
          description="From 5 to 10,080, which is a week. Some connectors have a larger minimum."
          inputMode="numeric"
          defaultValue={minutes}
          error={error}
          maw="14rem"
        />
        {change.isError && error === undefined && <Problem error={change.error} />}
        <Group>
          <Button type="submit" size="xs" loading={change.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function PassHistory({ id, entity }: { readonly id: string; readonly entity: string }) {
  const { name: workspace, client } = useWorkspace();
  const passes = useQuery({
    queryKey: ['passes', workspace, id, entity],
    queryFn: () => client.connections.passes(id, entity),
    staleTime: 0,
  });
  return (
    <Stack gap="sm">
      <Title order={3} size="h6">
        Passes
      </Title>
      <Loaded query={passes}>
        {(found) =>
          found.length === 0 ? (
            <Empty title="No pass has ended yet" />
          ) : (
            <ScrolledTable label={`Passes of ${entity}`}>
              <Table>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Ended</Table.Th>
                    <Table.Th>Kind</Table.Th>
                    {counts.map(({ label }) => (
                      <Table.Th key={label} ta="end">
                        {label}
                      </Table.Th>
                    ))}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {found.map((pass) => (
                    <Table.Tr key={pass.pass}>
                      <Table.Td>
                        <Time at={pass.finished_at} />
                        {pass.error !== null && (
                          <Text component="div" size="xs" c="var(--mantine-color-error)">
                            {pass.error.code}: <ForeignText value={pass.error.message} limit={200} />
                          </Text>
                        )}
                      </Table.Td>
                      <Table.Td>{pass.kind === 'full' ? 'Everything' : 'Changes'}</Table.Td>
                      {counts.map(({ label, member }) => (
                        <Table.Td key={label} ta="end">
                          {pass[member].toLocaleString('en')}
                        </Table.Td>
                      ))}
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </ScrolledTable>
          )
        }
      </Loaded>
    </Stack>
  );
}

const counts = [
  { label: 'Read', member: 'rows' },
  { label: 'Added', member: 'added' },
  { label: 'Changed', member: 'changed' },
  { label: 'Removed', member: 'removed' },
] as const;
