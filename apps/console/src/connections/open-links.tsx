import type { ConnectLink } from '@connectory/client';
import { Button, Modal, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useConnectors } from '../gateway/use-connections.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { Question } from '../shell/question.tsx';
import { ScrolledTable } from '../shell/scrolled-table.tsx';
import { ForeignText, Time } from '../shell/text.tsx';

/** The connect links that can still be used, with a button to revoke each; empty if there are none, or the token may not see them. */
export function OpenLinks() {
  const { name: workspace, client } = useWorkspace();
  const [ending, setEnding] = useState<ConnectLink>();
  const links = useQuery({
    queryKey: ['connect-links', workspace],
    queryFn: () => Array.fromAsync(client.connectLinks.list()),
    staleTime: 0,
  });
  if (links.data === undefined || links.data.length === 0) return null;
  return (
    <Stack gap="sm" component="section" aria-label="Open connect links">
      <Title order={2} size="h5">
        Open connect links
      </Title>
      <ScrolledTable label="Connect links">
        <Table highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Connection</Table.Th>
              <Table.Th>System</Table.Th>
              <Table.Th>Created</Table.Th>
              <Table.Th>Expires</Table.Th>
              <Table.Td />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {links.data.map((link) => (
              <LinkRow key={link.id} link={link} onRevoke={() => setEnding(link)} />
            ))}
          </Table.Tbody>
        </Table>
      </ScrolledTable>
      <Modal opened={ending !== undefined} onClose={() => setEnding(undefined)} title="Revoke this link?">
        {ending !== undefined && <RevokeQuestion link={ending} onClose={() => setEnding(undefined)} />}
      </Modal>
    </Stack>
  );
}

function LinkRow({ link, onRevoke }: { readonly link: ConnectLink; onRevoke(): void }) {
  const { name, connector, created_at: createdAt, expires_at: expiresAt, last_problem: problem } = link;
  const vendor = useConnectors().data?.find(({ id }) => id === connector)?.vendor;
  return (
    <Table.Tr>
      <Table.Td miw="9rem">
        <ForeignText value={name} limit={128} />
        {problem !== null && (
          <Text component="div" size="xs" c="var(--mantine-color-error)">
            <ForeignText value={problem} limit={200} />
          </Text>
        )}
      </Table.Td>
      <Table.Td>{vendor ?? connector}</Table.Td>
      <Table.Td miw="7rem">
        <Time at={createdAt} />
      </Table.Td>
      <Table.Td miw="7rem">
        <Time at={expiresAt} />
      </Table.Td>
      <Table.Td ta="end">
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          aria-label={`Revoke the link ${name}`}
          onClick={onRevoke}
        >
          Revoke
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

function RevokeQuestion({ link: { id, name }, onClose }: { readonly link: ConnectLink; onClose(): void }) {
  const { name: workspace, client } = useWorkspace();
  const queries = useQueryClient();
  const revoke = async () => {
    await client.connectLinks.revoke(id);
    await queries.invalidateQueries({ queryKey: ['connect-links', workspace] });
    onClose();
  };
  return (
    <Question command="Revoke" onConfirm={revoke} onCancel={onClose}>
      <Text size="sm">
        The link for <ForeignText value={name} limit={128} /> stops working immediately, also for a person who has it
        open. You cannot undo this.
      </Text>
    </Question>
  );
}
