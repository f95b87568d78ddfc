import type { Member } from '@connectory/client';
import { Badge, Text } from '@mantine/core';
import { ForeignText } from '../shell/text.tsx';

interface Named {
  readonly name: string;
  readonly email: string | null;
}

/** What a person is called. */
export const nameOf = ({ name, email }: Named): string => (name === '' ? (email ?? 'Unknown') : name);

/** The name of a person, with the e-mail address below it. */
export function PersonName({ person }: { readonly person: Named }) {
  const { name, email } = person;
  return (
    <>
      <Text component="div" size="sm" fw={500}>
        <ForeignText value={nameOf(person)} limit={128} />
      </Text>
      {name !== '' && email !== null && (
        <Text component="div" size="xs" c="dimmed">
          <ForeignText value={email} limit={128} />
        </Text>
      )}
    </>
  );
}

const states: Readonly<Record<Member['state'], { readonly color: string; readonly label: string }>> = {
  active: { color: 'green', label: 'Active' },
  invited: { color: 'yellow', label: 'Invited' },
};

/** Whether a person has signed in. */
export function PersonState({ state }: Pick<Member, 'state'>) {
  const { color, label } = states[state];
  return (
    <Badge color={color} variant="light" tt="none" miw="max-content">
      {label}
    </Badge>
  );
}
