import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorsByField } from '../gateway/execute.ts';
import { useRenewPeople, useRoles } from '../gateway/use-people.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { Loaded, Problem } from '../shell/states.tsx';
import { ForeignText } from '../shell/text.tsx';

interface InviteDialogProps {
  readonly isOpen: boolean;
  onClose(): void;
}

/** Invites a person to the workspace by e-mail address. */
export function InviteDialog({ isOpen, onClose }: InviteDialogProps) {
  const { name } = useWorkspace();
  return (
    <Modal opened={isOpen} onClose={onClose} title={`Invite a person to ${name}`}>
      <InviteForm onClose={onClose} />
    </Modal>
  );
}

function InviteForm({ onClose }: Pick<InviteDialogProps, 'onClose'>) {
  const { client } = useWorkspace();
  const renew = useRenewPeople();
  const roles = useRoles();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState('member');
  const invite = useMutation({
    mutationFn: () => client.members.invite(email.trim(), role),
    onSuccess: async () => {
      await renew();
      onClose();
    },
  });
  const errorOf = errorsByField(invite.error);
  const hasFieldError = errorOf('/email') !== undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          type="email"
          label="E-mail address"
          description="With which the person signs in at your identity provider. No message is sent: tell the person the URL of this console."
          value={email}
          error={errorOf('/email')}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          autoComplete="off"
          required
          data-autofocus
        />
        <Loaded query={roles}>
          {(all) => (
            <Select
              label="Role"
              description={<ForeignText value={all.find(({ name }) => name === role)?.rights ?? ''} limit={400} />}
              data={all.map(({ name }) => name)}
              value={role}
              allowDeselect={false}
              onChange={(chosen) => chosen !== null && setRole(chosen)}
            />
          )}
        </Loaded>
        {invite.error !== null && !hasFieldError && <Problem error={invite.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={invite.isPending} disabled={email.trim() === ''}>
            Invite
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
