import type { Person } from '@connectory/client';
import { Badge, Button, Group, Modal, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useEveryone, useRenewPeople } from '../gateway/use-people.ts';
import { useSession } from '../session/session.tsx';
import { Question } from '../shell/question.tsx';
import { FoundRows, ScrolledTable } from '../shell/scrolled-table.tsx';
import { Empty, Loaded } from '../shell/states.tsx';
import { ForeignText, Time } from '../shell/text.tsx';
import { nameOf, PersonName, PersonState } from './person.tsx';

/** Everyone whom the gateway knows, in whatever workspaces, for an admin. */
export function Everyone() {
  const everyone = useEveryone();
  const [removed, setRemoved] = useState<Person>();
  const close = () => setRemoved(undefined);
  return (
    <Loaded query={everyone} purpose="see everyone">
      {(all) =>
        all.length === 0 ? (
          <Empty title="No people yet">Invite somebody by e-mail, or give a role to a group.</Empty>
        ) : (
          <>
            <FoundRows
              rows={all}
              label="Find a person"
              placeholder="Find by name or e-mail"
              emptyTitle="No person matches"
              textsOf={({ name, email }) => [name, email ?? '']}
            >
              {(shown) => <PersonTable people={shown} onRemove={setRemoved} />}
            </FoundRows>
            <Modal opened={removed !== undefined} onClose={close} title="Remove this person from the gateway?">
              {removed !== undefined && <RemoveQuestion person={removed} onClose={close} />}
            </Modal>
          </>
        )
      }
    </Loaded>
  );
}

interface PersonTableProps {
  readonly people: readonly Person[];
  onRemove(person: Person): void;
}

function PersonTable({ people, onRemove }: PersonTableProps) {
  return (
    <ScrolledTable label="Everyone">
      <Table highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Person</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>Added</Table.Th>
            <Table.Th>Signed in</Table.Th>
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {people.map((person) => (
            <Table.Tr key={person.id}>
              <Table.Td miw="12rem">
                <PersonName person={person} />
              </Table.Td>
              <Table.Td>
                <Group gap="xs">
                  <PersonState state={person.state} />
                  {person.is_admin && (
                    <Badge variant="light" tt="none" miw="max-content">
                      Admin
                    </Badge>
                  )}
                </Group>
              </Table.Td>
              <Table.Td miw="7rem">
                <Time at={person.created_at} />
              </Table.Td>
              <Table.Td miw="7rem">
                <Time at={person.signed_in_at} />
              </Table.Td>
              <Table.Td ta="end">
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  aria-label={`Remove ${nameOf(person)}`}
                  onClick={() => onRemove(person)}
                >
                  Remove
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrolledTable>
  );
}

function RemoveQuestion({ person, onClose }: { readonly person: Person; onClose(): void }) {
  const { client } = useSession();
  const renew = useRenewPeople();
  const remove = async () => {
    await client.people.remove(person.id);
    await renew();
    onClose();
  };
  return (
    <Question command="Remove" typed={person.email ?? nameOf(person)} onConfirm={remove} onCancel={onClose}>
      <Text size="sm">
        <ForeignText value={nameOf(person)} limit={128} /> is signed out everywhere and loses every role. The tokens
        that this person made, and the agents that act for this person, stop working immediately and for good.
      </Text>
    </Question>
  );
}
