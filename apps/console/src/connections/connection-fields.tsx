import type { Connection, OwnFields } from '@connectory/client';
import { Alert, Badge, Button, Code, Group, Modal, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { ownFieldsKey, useOwnFields, useSyncs } from '../gateway/use-connections.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { useSession } from '../session/session.tsx';
import { FoundRows, ScrolledTable } from '../shell/scrolled-table.tsx';
import { Empty, Loaded, Problem } from '../shell/states.tsx';
import { ForeignText, Time } from '../shell/text.tsx';
import { FieldChoice } from './field-choice.tsx';

type OwnField = OwnFields['data'][number];

/** The fields that the account of a connection has added, and what is copied of each entity. */
export function ConnectionFields({ connection }: { readonly connection: Connection }) {
  const { id } = connection;
  const { name: workspace, client } = useWorkspace();
  const { mayManage } = useSession();
  const queries = useQueryClient();
  const own = useOwnFields(id);
  const discovery = useMutation({
    mutationFn: () => client.connections.discoverOwnFields(id),
    onSuccess: (fields) => queries.setQueryData(ownFieldsKey(workspace, id), fields),
  });
  return (
    <Stack gap="lg">
      <Stack gap="sm" component="section" aria-label="Own fields">
        <Group justify="space-between">
          <Title order={2} size="h5">
            Own fields
          </Title>
          {mayManage && (
            <Button
              size="xs"
              variant="default"
              leftSection={<RefreshCw size={14} aria-hidden />}
              loading={discovery.isPending}
              onClick={() => discovery.mutate()}
            >
              Discover again
            </Button>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          What this account has added at the vendor. It is discovered again every hour and in full passes. Policies for
          personal data treat it as free text.
        </Text>
        {discovery.isError && <Problem error={discovery.error} />}
        <Loaded query={own}>{(found) => <Discovered own={found} />}</Loaded>
      </Stack>
      <CopiedFields connection={connection} own={own.data} />
    </Stack>
  );
}

function Discovered({ own: { data, meta } }: { readonly own: OwnFields }) {
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        {meta.discovered_at === null ? (
          'Not discovered yet.'
        ) : (
          <>
            {data.length.toLocaleString('en')} {data.length === 1 ? 'field' : 'fields'}, discovered{' '}
            <Time at={meta.discovered_at} />
          </>
        )}
      </Text>
      {meta.failed.map(({ entity, code, message }) => (
        <Alert
          key={entity}
          color="yellow"
          title={entity === '' ? 'The own entities could not be read' : `The fields of ${entity} could not be read`}
        >
          {code}: <ForeignText value={message} limit={400} /> What was discovered before is kept.
        </Alert>
      ))}
      {meta.entities.length > 0 && (
        <Text size="sm">
          Own entities: <ForeignText value={meta.entities.map(({ entity }) => entity).join(', ')} limit={1000} />
        </Text>
      )}
      {data.length === 0 ? (
        <Empty title="No own fields">Fields that the account adds at the vendor appear here.</Empty>
      ) : (
        <FoundRows
          rows={data}
          label="Find a field"
          placeholder="Find a field"
          emptyTitle="No field matches"
          textsOf={({ label, path, entity }) => [label, path, entity]}
        >
          {(rows) => <FieldTable fields={rows} />}
        </FoundRows>
      )}
    </>
  );
}

const shownOptions = 4;

function FieldTable({ fields }: { readonly fields: readonly OwnField[] }) {
  return (
    <ScrolledTable label="Fields that the account has added">
      <Table highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Label</Table.Th>
            <Table.Th>Entity</Table.Th>
            <Table.Th>Path in searches</Table.Th>
            <Table.Th>Type</Table.Th>
            <Table.Th>Options</Table.Th>
            <Table.Th>State</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map(({ entity, path, label, type, format, description, options, copied, gone_at: goneAt }) => (
            <Table.Tr key={`${entity} ${path}`}>
              <Table.Td miw="9rem" maw="18rem">
                <Text span size="sm" fw={500}>
                  <ForeignText value={label} limit={120} />
                </Text>
                {description !== null && (
                  <Text component="div" size="xs" c="dimmed">
                    <ForeignText value={description} limit={200} />
                  </Text>
                )}
              </Table.Td>
              <Table.Td>{entity}</Table.Td>
              <Table.Td>
                <Code style={{ overflowWrap: 'anywhere' }}>{path}</Code>
              </Table.Td>
              <Table.Td>{format === null ? type : format === 'date' ? 'date' : 'time'}</Table.Td>
              <Table.Td maw="16rem">
                {options.length === 0 ? '–' : <ForeignText value={optionsText(options)} limit={200} />}
              </Table.Td>
              <Table.Td miw="7rem">
                <FieldState copied={copied} goneAt={goneAt} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrolledTable>
  );
}

function optionsText(options: OwnField['options']): string {
  const names = options.slice(0, shownOptions).map(({ label }) => label);
  const others = options.length - names.length;
  return others > 0 ? `${names.join(', ')} and ${others.toLocaleString('en')} more` : names.join(', ');
}

function FieldState({ copied, goneAt }: { readonly copied: boolean; readonly goneAt: string | null }) {
  if (goneAt !== null)
    return (
      <Text span size="sm" c="var(--mantine-color-error)">
        Gone at the vendor since <Time at={goneAt} />
      </Text>
    );
  return (
    <Badge variant="light" color={copied ? 'green' : 'gray'} tt="none" miw="max-content">
      {copied ? 'Copied' : 'Not copied'}
    </Badge>
  );
}

interface CopiedProps {
  readonly connection: Connection;
  readonly own: OwnFields | undefined;
}

/** What is copied of each entity, and the dialog that changes it. */
function CopiedFields({ connection, own }: CopiedProps) {
  const syncs = useSyncs(connection.id);
  const { mayManage } = useSession();
  const [opened, setOpened] = useState<string>();
  const chosen = connection.sync.entities ?? {};
  return (
    <Stack gap="sm" component="section" aria-label="What is copied">
      <Title order={2} size="h5">
        What is copied
      </Title>
      <Text size="sm" c="dimmed">
        Searches, counts and SQL see only what is copied. Reads at the vendor return everything.
      </Text>
      <Loaded query={syncs}>
        {(found) => (
          <ScrolledTable label="What is copied of each entity">
            <Table highlightOnHover>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Entity</Table.Th>
                  <Table.Th>Fields</Table.Th>
                  <Table.Th>Schedule</Table.Th>
                  <Table.Td />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {found.map(({ entity, enabled }) => (
                  <Table.Tr key={entity}>
                    <Table.Td>{entity}</Table.Td>
                    <Table.Td>{fieldsText(chosen[entity]?.fields)}</Table.Td>
                    <Table.Td>{enabled ? 'On' : 'Only on request'}</Table.Td>
                    <Table.Td ta="end">
                      {mayManage && (
                        <Button
                          size="compact-sm"
                          variant="subtle"
                          aria-label={`Choose what is copied of ${entity}`}
                          onClick={() => setOpened(entity)}
                        >
                          Choose
                        </Button>
                      )}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </ScrolledTable>
        )}
      </Loaded>
      <Modal
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        title={`What is copied of ${opened ?? ''}`}
        size="lg"
      >
        {opened !== undefined && (
          <FieldChoice
            connection={connection}
            entity={opened}
            own={own?.data.filter(({ entity }) => entity === opened) ?? []}
            isEnabled={syncs.data?.find(({ entity }) => entity === opened)?.enabled ?? true}
            onDone={() => setOpened(undefined)}
          />
        )}
      </Modal>
    </Stack>
  );
}

function fieldsText(fields: readonly string[] | undefined): string {
  if (fields === undefined) return 'All';
  return `${fields.length.toLocaleString('en')} chosen`;
}
