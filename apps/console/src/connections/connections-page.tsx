import type { Connection } from '@connectory/client';
import { Alert, Anchor, Button, Group, Stack, Table, Text } from '@mantine/core';
import { Plus, TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import { useConnections, useConnectors } from '../gateway/use-connections.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { useSession } from '../session/session.tsx';
import { Page } from '../shell/page.tsx';
import { FoundRows, ScrolledTable } from '../shell/scrolled-table.tsx';
import { Empty, Loaded } from '../shell/states.tsx';
import { ForeignText } from '../shell/text.tsx';
import { VendorMark } from '../shell/vendor-mark.tsx';
import { LastSync, StateBadge, systemOf } from './connection-state.tsx';
import { OpenLinks } from './open-links.tsx';

/** The connections of the workspace: which work, which need attention, how old their copies are. */
export function ConnectionsPage() {
  const { mayManage } = useSession();
  const { name } = useWorkspace();
  const connections = useConnections();
  return (
    <Page
      title="Connections"
      lead="The accounts that this workspace can use."
      actions={
        mayManage && (
          <Button component={Link} href={`/${name}/connect`} leftSection={<Plus size={16} aria-hidden />}>
            Connect an account
          </Button>
        )
      }
    >
      <Loaded query={connections}>
        {(all) => (
          <Stack gap="lg">
            {all.length === 0 ? (
              <Empty title="No connections yet">
                Connect an account to run its actions and search its records here.
              </Empty>
            ) : (
              <Stack gap="md">
                <NeedsAction connections={all.filter(({ state }) => state !== 'active')} />
                <FoundRows
                  rows={all.toSorted(bySystem)}
                  label="Find a connection"
                  placeholder="Find by name or system"
                  emptyTitle="No connection matches"
                  textsOf={({ name: connection, connector, vendor, account }) => [
                    ...[connection, connector, vendor ?? '', account ?? ''],
                  ]}
                >
                  {(shown) => <ConnectionTable connections={shown} />}
                </FoundRows>
              </Stack>
            )}
            {mayManage && <OpenLinks />}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

const bySystem = (one: Connection, other: Connection) =>
  systemOf(one).localeCompare(systemOf(other)) || one.name.localeCompare(other.name);

function NeedsAction({ connections }: { readonly connections: readonly Connection[] }) {
  const { name } = useWorkspace();
  if (connections.length === 0) return null;
  return (
    <Alert
      color="yellow"
      icon={<TriangleAlert size={18} aria-hidden />}
      title={
        connections.length === 1 ? 'One connection needs attention' : `${connections.length} connections need attention`
      }
    >
      <Stack gap={4}>
        {connections.map(({ id, name: connection, state, state_reason: reason }) => (
          <Text key={id} component="div" size="sm">
            <Anchor component={Link} href={`/${name}/connections/${id}`} size="sm" c="inherit" underline="always">
              <ForeignText value={connection} limit={128} />
            </Anchor>{' '}
            {state === 'degraded' ? 'fails' : 'has to be reconnected'}
            {reason !== null && (
              <>
                : <ForeignText value={reason} limit={300} />
              </>
            )}
          </Text>
        ))}
      </Stack>
    </Alert>
  );
}

function ConnectionTable({ connections }: { readonly connections: readonly Connection[] }) {
  return (
    <ScrolledTable label="Connections">
      <Table highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Connection</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>Last sync</Table.Th>
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {connections.map((connection) => (
            <ConnectionRow key={connection.id} connection={connection} />
          ))}
        </Table.Tbody>
      </Table>
    </ScrolledTable>
  );
}

function ConnectionRow({ connection }: { readonly connection: Connection }) {
  const { id, name, vendor, connector, account, state, paused } = connection;
  const { name: workspace } = useWorkspace();
  const logo = useConnectors().data?.find((one) => one.id === connector)?.logo;
  return (
    <Table.Tr>
      <Table.Td miw="14rem">
        <Group gap="sm" wrap="nowrap">
          <VendorMark vendor={vendor ?? connector} logo={logo} />
          <div>
            <Text size="sm" fw={600}>
              {systemOf(connection)}
            </Text>
            <Text component="div" size="sm" c="dimmed">
              <Anchor component={Link} href={`/${workspace}/connections/${id}`} size="sm">
                <ForeignText value={name} limit={128} />
              </Anchor>
              {account !== null && (
                <>
                  {' · '}
                  <ForeignText value={account} limit={128} />
                </>
              )}
            </Text>
          </div>
        </Group>
      </Table.Td>
      <Table.Td>
        <StateBadge state={state} isPaused={paused} />
      </Table.Td>
      <Table.Td miw="8rem">
        <LastSync id={id} />
      </Table.Td>
      <Table.Td>
        <Group gap={4} wrap="nowrap" justify="flex-end">
          <Button
            component={Link}
            href={`/${workspace}/run/${id}`}
            size="compact-sm"
            variant="subtle"
            aria-label={`Run an action of ${name}`}
          >
            Run
          </Button>
          <Button
            component={Link}
            href={`/${workspace}/search/${id}`}
            size="compact-sm"
            variant="subtle"
            aria-label={`Search ${name}`}
          >
            Search
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
