import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useLocation } from 'wouter';
import { errorsByField } from '../gateway/execute.ts';
import { useSession } from '../session/session.tsx';
import { Problem } from '../shell/states.tsx';

/** The form that creates a workspace, and leads to its first steps. */
export function CreateWorkspace() {
  const { client, reloadWorkspaces } = useSession();
  const [, go] = useLocation();
  const create = useMutation({
    mutationFn: async (name: string) => {
      const workspace = await client.workspaces.create(name);
      await reloadWorkspaces();
      return workspace;
    },
    onSuccess: ({ name }) => go(`/${name}/start`),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    create.mutate(String(new FormData(event.currentTarget).get('name')).trim());
  };
  const nameError = errorsByField(create.error)('/name');
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm" align="flex-start">
        <TextInput
          name="name"
          label="Name"
          description={'Letters a to z, digits, "-" and "_", such as the name of your company.'}
          error={nameError}
          maxLength={63}
          autoComplete="off"
          autoCapitalize="none"
          required
          w="100%"
        />
        {create.isError && nameError === undefined && <Problem error={create.error} />}
        <Button type="submit" loading={create.isPending}>
          Create the workspace
        </Button>
      </Stack>
    </form>
  );
}
