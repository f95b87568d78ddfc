import { ConnectoryError } from '@connectory/client';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { useSession } from '../session/session.tsx';
import { Problem } from '../shell/states.tsx';

/** Creates a workspace and opens it. */
export function NewWorkspaceForm({ onClose }: { onClose(): void }) {
  const { client, reloadWorkspaces } = useSession();
  const [, go] = useLocation();
  const [name, setName] = useState('');
  const creation = useMutation({
    mutationFn: () => client.workspaces.create(name.trim()),
    onSuccess: async (created) => {
      await reloadWorkspaces();
      onClose();
      go(`/${created.name}/connections`);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    creation.mutate();
  };
  const { error } = creation;
  const found = error instanceof ConnectoryError ? error.problem?.errors[0]?.message : undefined;
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label="Name"
          description="Lower-case letters, digits, - and _, such as the name of a customer."
          value={name}
          error={found}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          required
          data-autofocus
        />
        {error !== null && found === undefined && <Problem error={error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={creation.isPending}>
            Create
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
