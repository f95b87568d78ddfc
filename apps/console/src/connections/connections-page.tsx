import type { Connection } from '@connectory/client';
import { Alert, Anchor, Button, Group, Pagination, Stack, Table, Text, TextInput } from '@mantine/core';
import { Plus, Search, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useConnections } from '../gateway/use-connections.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { Empty } from '../shell/empty.tsx';
import { ForeignText } from '../shell/foreign-text.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { Page } from '../shell/page.tsx';
import { ScrolledTable } from '../shell/scrolled-table.tsx';
import { LastSync } from './last-sync.tsx';
import { StateBadge } from './state-badge.tsx';

// The syncs of each row are a request of their own.
const rowsPerPage = 25;

/** The connections of the workspace: which work, which need somebody, how old their copies are. */
export function ConnectionsPage() {
  const { name } = useWorkspace();
  const connections = useConnections();
  return (
    <Page
      title="Connections"
      lead="The accounts that this workspace can use."
      actions={
        <Button component={Link} href={`/${name}/connect`} leftSection={<Plus size={16} aria-hidden />}>
          Connect an account
        </Button>
      }
    >
      <Loaded query={connections}>
        {(all) =>
          all.length === 0 ? (
            <Empty title="No connections yet">Connect an account to run its actions and search its records here.</Empty>
          ) : (
            <Stack gap="md">
              <NeedsAction connections={all.filter(({ state }) => state !== 'active')} />
              <ConnectionTable connections={all} />
            </Stack>
          )
        }
      </Loaded>
    </Page>
  );
}

function NeedsAction({ connections }: { readonly connections: readonly Connection[] }) {
  const { name } = useWorkspace();
  if (connections.length === 0) return null;
  return (
    <Alert
      color="yellow"
      icon={<TriangleAlert size={18} aria-hidden />}
      title={connections.length === 1 ? 'One connection needs you' : `${connections.length} connections need you`}
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
  const { name: workspace } = useWorkspace();
  const [wanted, setWanted] = useState('');
  const [page, setPage] = useState(1);
  const text = wanted.trim().toLowerCase();
  const found = connections.filter(({ name, connector, vendor }) =>
    [name, connector, vendor ?? ''].some((value) => value.toLowerCase().includes(text)),
  );
  const pages = Math.ceil(found.length / rowsPerPage);
  const shown = found.slice((page - 1) * rowsPerPage, page * rowsPerPage);
  return (
    <Stack gap="sm">
      <TextInput
        aria-label="Find a connection"
        placeholder="Find by name or system"
        leftSection={<Search size={16} aria-hidden />}
        value={wanted}
        onChange={({ currentTarget }) => {
          setWanted(currentTarget.value);
          setPage(1);
        }}
        maw="22rem"
      />
      {found.length === 0 ? (
        <Empty title="No connection matches" />
      ) : (
        <ScrolledTable label="Connections">
          <Table highlightOnHover>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Name</Table.Th>
                <Table.Th>System</Table.Th>
                <Table.Th>State</Table.Th>
                <Table.Th>Last sync</Table.Th>
                <Table.Td />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map(({ id, name, vendor, connector, state }) => (
                <Table.Tr key={id}>
                  <Table.Td miw="9rem">
                    <Anchor component={Link} href={`/${workspace}/connections/${id}`} size="sm" fw={500}>
                      <ForeignText value={name} limit={128} />
                    </Anchor>
                  </Table.Td>
                  <Table.Td miw="8rem">{vendor ?? `${connector} (not installed)`}</Table.Td>
                  <Table.Td>
                    <StateBadge state={state} />
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
              ))}
            </Table.Tbody>
          </Table>
        </ScrolledTable>
      )}
      {pages > 1 && (
        <Pagination
          total={pages}
          value={page}
          onChange={setPage}
          size="sm"
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        />
      )}
    </Stack>
  );
}
