import type { Member, Role } from '@connectory/client';
import { Button, Modal, Select, Stack, Table, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useMembers, useRenewPeople, useRoles } from '../gateway/use-people.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { Question } from '../shell/question.tsx';
import { FoundRows, ScrolledTable } from '../shell/scrolled-table.tsx';
import { Empty, Loaded, Problem } from '../shell/states.tsx';
import { ForeignText, Time } from '../shell/text.tsx';
import { nameOf, PersonName, PersonState } from './person.tsx';

/** The people with a role in the workspace: changes their roles and removes them. */
export function Members() {
  const members = useMembers();
  const [removed, setRemoved] = useState<Member>();
  const close = () => setRemoved(undefined);
  return (
    <Loaded query={members} purpose="see the people">
      {(all) =>
        all.length === 0 ? (
          <Empty title="No people yet">Invite somebody by e-mail, or give a role to a group.</Empty>
        ) : (
          <>
            <MemberTable members={all} onRemove={setRemoved} />
            <Modal opened={removed !== undefined} onClose={close} title="Remove this person?">
              {removed !== undefined && <RemoveQuestion member={removed} onClose={close} />}
            </Modal>
          </>
        )
      }
    </Loaded>
  );
}

interface MemberTableProps {
  readonly members: readonly Member[];
  onRemove(member: Member): void;
}

function MemberTable({ members, onRemove }: MemberTableProps) {
  const { data: roles } = useRoles();
  const { client } = useWorkspace();
  const renew = useRenewPeople();
  const change = useMutation({
    mutationFn: ({ member, role }: { readonly member: Member; readonly role: string }) =>
      client.members.put(member.id, role),
    onSettled: renew,
  });
  return (
    <Stack gap="sm">
      {change.error !== null && <Problem error={change.error} />}
      <FoundRows
        rows={members}
        label="Find a person"
        placeholder="Find by name, e-mail or role"
        emptyTitle="No person matches"
        textsOf={({ name, email, role }) => [name, email ?? '', role]}
      >
        {(shown) => (
          <ScrolledTable label="Members">
            <Table highlightOnHover>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Person</Table.Th>
                  <Table.Th>State</Table.Th>
                  <Table.Th>Role</Table.Th>
                  <Table.Th>Given by</Table.Th>
                  <Table.Th>Since</Table.Th>
                  <Table.Td />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {shown.map((member) => (
                  <MemberRow
                    key={member.id}
                    member={member}
                    roles={roles ?? []}
                    onRole={(role) => change.mutate({ member, role })}
                    onRemove={() => onRemove(member)}
                  />
                ))}
              </Table.Tbody>
            </Table>
          </ScrolledTable>
        )}
      </FoundRows>
    </Stack>
  );
}

interface MemberRowProps {
  readonly member: Member;
  readonly roles: readonly Role[];
  onRole(role: string): void;
  onRemove(): void;
}

function MemberRow({ member, roles, onRole, onRemove }: MemberRowProps) {
  const { state, role, group, created_at: since } = member;
  const name = nameOf(member);
  // The list of roles may be loading.
  const names = [...new Set([role, ...roles.map((one) => one.name)])];
  return (
    <Table.Tr>
      <Table.Td miw="12rem">
        <PersonName person={member} />
      </Table.Td>
      <Table.Td>
        <PersonState state={state} />
      </Table.Td>
      <Table.Td miw="9rem">
        <Select
          size="xs"
          aria-label={`Role of ${name}`}
          data={names}
          value={role}
          allowDeselect={false}
          onChange={(chosen) => chosen !== null && chosen !== role && onRole(chosen)}
        />
      </Table.Td>
      <Table.Td miw="8rem">
        {group === null ? (
          'A person'
        ) : (
          <>
            Group <ForeignText value={group} limit={128} />
          </>
        )}
      </Table.Td>
      <Table.Td miw="7rem">
        <Time at={since} />
      </Table.Td>
      <Table.Td ta="end">
        <Button size="compact-sm" variant="subtle" color="red" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

interface RemoveQuestionProps {
  readonly member: Member;
  onClose(): void;
}

function RemoveQuestion({ member, onClose }: RemoveQuestionProps) {
  const { id, email, group } = member;
  const { name: workspace, client } = useWorkspace();
  const renew = useRenewPeople();
  const remove = async () => {
    await client.members.remove(id);
    await renew();
    onClose();
  };
  return (
    <Question command="Remove" typed={email ?? nameOf(member)} onConfirm={remove} onCancel={onClose}>
      <Text size="sm">
        <ForeignText value={nameOf(member)} limit={128} /> can no longer use the workspace {workspace}. The tokens that
        this person made here, and the agents that act for this person, stop working immediately and for good.
      </Text>
      {group !== null && (
        <Text size="sm">
          The group <ForeignText value={group} limit={128} /> gives the role again at the next sign-in. To prevent this,
          remove the person from the group, or the group from the list.
        </Text>
      )}
    </Question>
  );
}
