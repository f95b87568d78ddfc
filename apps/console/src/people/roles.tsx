import type { Role } from '@connectory/client';
import { Anchor, Badge, Button, Group, Modal, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { useRenewPeople, useRoles } from '../gateway/use-people.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { DataRules } from '../policy/data-rules.tsx';
import { Question } from '../shell/question.tsx';
import { ScrolledTable } from '../shell/scrolled-table.tsx';
import { Loaded } from '../shell/states.tsx';
import { ForeignText } from '../shell/text.tsx';

/** The roles of the workspace, with what each allows in words. */
export function Roles() {
  const roles = useRoles();
  const [deleted, setDeleted] = useState<Role>();
  const close = () => setDeleted(undefined);
  return (
    <Loaded query={roles} purpose="see the roles">
      {(all) => (
        <>
          <ScrolledTable label="Roles">
            <Table highlightOnHover>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Role</Table.Th>
                  <Table.Th>Rights</Table.Th>
                  <Table.Td />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {all.map((role) => (
                  <RoleRow key={role.name} role={role} onDelete={() => setDeleted(role)} />
                ))}
              </Table.Tbody>
            </Table>
          </ScrolledTable>
          <Modal opened={deleted !== undefined} onClose={close} title="Delete this role?">
            {deleted !== undefined && <DeleteQuestion role={deleted} onClose={close} />}
          </Modal>
        </>
      )}
    </Loaded>
  );
}

function RoleRow({ role, onDelete }: { readonly role: Role; onDelete(): void }) {
  const { name: workspace } = useWorkspace();
  const { name, rights, policy, built_in: isBuiltIn } = role;
  return (
    <Table.Tr>
      <Table.Td miw="9rem">
        <Group gap="xs">
          {isBuiltIn ? (
            <Text span size="sm" fw={500}>
              {name}
            </Text>
          ) : (
            <Anchor component={Link} href={`/${workspace}/roles/${encodeURIComponent(name)}`} size="sm" fw={500}>
              <ForeignText value={name} />
            </Anchor>
          )}
          {isBuiltIn && (
            <Badge color="gray" variant="light" size="sm" tt="none" miw="max-content">
              Built in
            </Badge>
          )}
        </Group>
      </Table.Td>
      <Table.Td miw="14rem">
        <ForeignText value={rights} limit={600} />
        <DataRules policy={policy} />
      </Table.Td>
      <Table.Td ta="end">
        {!isBuiltIn && (
          <Button size="compact-sm" variant="subtle" color="red" aria-label={`Delete ${name}`} onClick={onDelete}>
            Delete
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function DeleteQuestion({ role: { name }, onClose }: { readonly role: Role; onClose(): void }) {
  const { client } = useWorkspace();
  const renew = useRenewPeople();
  const remove = async () => {
    await client.roles.delete(name);
    await renew();
    onClose();
  };
  return (
    <Question command="Delete" onConfirm={remove} onCancel={onClose}>
      <Text size="sm">
        Nobody can have the role <ForeignText value={name} /> then. One that a person or a group has cannot be deleted.
      </Text>
    </Question>
  );
}
