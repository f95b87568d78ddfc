import type { Connection, EntitySync } from '@connectory/client';
import { Anchor, Badge, Button, Group, Modal, Progress, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { isUnderWay, useSyncs } from '../gateway/use-connections.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { ScrolledTable } from '../shell/scrolled-table.tsx';
import { Empty, Loaded, Problem } from '../shell/states.tsx';
import { ForeignText, Time } from '../shell/text.tsx';
import { CopyDialog } from './copy-dialog.tsx';

const maxStart = 20_000;

/** The progress of the copy of each entity, and a button that updates all of them. */
export function SyncTable({ connection }: { readonly connection: Connection }) {
  const { id } = connection;
  const { name: workspace, client } = useWorkspace();
  const queries = useQueryClient();
  const [isExpected, setExpected] = useState(false);
  const syncs = useSyncs(id, isExpected);
  const start = useMutation({
    mutationFn: () => client.connections.startSync(id),
    onSuccess: () => setExpected(true),
    onSettled: () => queries.invalidateQueries({ queryKey: ['syncs', workspace, id] }),
  });
  // A pass starts when the gateway has capacity, and may end between two polls.
  useEffect(() => {
    if (!isExpected) return;
    const timer = setTimeout(() => setExpected(false), maxStart);
    return () => clearTimeout(timer);
  }, [isExpected]);
  const running = syncs.data?.filter(isUnderWay).map(({ entity }) => entity) ?? [];
  const isRunning = running.length > 0;
  return (
    <Stack gap="sm" component="section" aria-label="Copies">
      <Group justify="space-between">
        <Title order={2} size="h5">
          Copies
        </Title>
        <Button
          size="xs"
          variant="default"
          leftSection={<RefreshCw size={14} aria-hidden />}
          loading={start.isPending || isRunning}
          onClick={() => start.mutate()}
        >
          Sync now
        </Button>
      </Group>
      {start.isError && <Problem error={start.error} />}
      <Text size="sm" c="dimmed" role="status">
        {isRunning
          ? `Synchronizing ${running.join(', ')} …`
          : 'Search uses these copies, even where the vendor has no search.'}
      </Text>
      <Loaded query={syncs}>
        {(found) =>
          found.length === 0 ? (
            <Empty title="This connector has no searchable entities" />
          ) : (
            <Rows syncs={found} connection={connection} />
          )
        }
      </Loaded>
    </Stack>
  );
}

interface RowsProps {
  readonly syncs: readonly EntitySync[];
  readonly connection: Connection;
}

function Rows({ syncs, connection }: RowsProps) {
  const { name: workspace } = useWorkspace();
  const [opened, setOpened] = useState<EntitySync>();
  const { id } = connection;
  return (
    <>
      <ScrolledTable label="Copies of this connection">
        <Table highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Entity</Table.Th>
              <Table.Th>State</Table.Th>
              <Table.Th ta="end">Records</Table.Th>
              <Table.Th ps="xl">Complete as of</Table.Th>
              <Table.Th>Next pass</Table.Th>
              <Table.Td />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {syncs.map((sync) => (
              <Table.Tr key={sync.entity}>
                <Table.Td>
                  <Anchor component={Link} href={`/${workspace}/search/${id}/${sync.entity}`} size="sm" fw={500}>
                    {sync.entity}
                  </Anchor>
                  <SyncErrors sync={sync} />
                </Table.Td>
                <Table.Td>
                  <Phase sync={sync} />
                </Table.Td>
                <Table.Td ta="end" style={{ fontVariantNumeric: 'tabular-nums' }}>
                  {sync.records?.toLocaleString('en') ?? '–'}
                </Table.Td>
                <Table.Td miw="7rem" ps="xl">
                  <Text span size="sm" {...(isLate(sync) && { c: 'var(--mantine-color-error)' })}>
                    <Time at={sync.synced_at} />
                  </Text>
                </Table.Td>
                <Table.Td miw="7rem">{sync.enabled ? <Time at={sync.next_run_at} /> : 'On request'}</Table.Td>
                <Table.Td ta="end">
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={`Schedule and history of ${sync.entity}`}
                    onClick={() => setOpened(sync)}
                  >
                    Schedule and history
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrolledTable>
      <Modal
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        title={`Copy of ${opened?.entity ?? ''}`}
        size="lg"
      >
        {opened !== undefined && (
          <CopyDialog connection={connection} sync={opened} onClose={() => setOpened(undefined)} />
        )}
      </Modal>
    </>
  );
}

const lateIntervals = 3;

/** Whether a copy is older than three of its intervals. */
function isLate({ enabled, synced_at: at, interval_minutes: minutes }: EntitySync): boolean {
  return enabled && at !== null && Date.now() - Date.parse(at) > lateIntervals * minutes * 60_000;
}

const phases: Readonly<Record<EntitySync['phase'], { readonly color: string; readonly label: string }>> = {
  idle: { color: 'gray', label: 'Idle' },
  running: { color: 'blue', label: 'Running' },
  waiting: { color: 'yellow', label: 'Waiting' },
  failed: { color: 'red', label: 'Failed' },
};

function Phase({ sync: { phase, entity, coverage } }: { readonly sync: EntitySync }) {
  const { color, label } = phases[phase];
  const hasProgress = phase === 'running' && coverage !== null && coverage.total > 0;
  return (
    <Stack gap={4}>
      <Badge color={color} variant="light" tt="none" miw="max-content">
        {label}
      </Badge>
      {hasProgress && (
        <Progress
          size="sm"
          value={(100 * coverage.done) / coverage.total}
          aria-label={`${entity}: ${coverage.done} of ${coverage.total} parts`}
        />
      )}
    </Stack>
  );
}

const shownErrors = 3;

function SyncErrors({ sync: { errors } }: { readonly sync: EntitySync }) {
  return (
    <>
      {errors.slice(0, shownErrors).map(({ code, message }, index) => (
        <Text key={index} size="xs" c="var(--mantine-color-error)" maw="24rem">
          {code}: <ForeignText value={message} limit={200} />
        </Text>
      ))}
      {errors.length > shownErrors && (
        <Text size="xs" c="dimmed">
          and {errors.length - shownErrors} more
        </Text>
      )}
    </>
  );
}
