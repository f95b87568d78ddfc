import type { CreatedConnectLink } from '@connectory/client';
import { Button, Select, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { faultsOf } from '../gateway/faults.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { Problem } from '../shell/problem.tsx';
import { ConnectionInputs, type ConnectTarget, newConnectionOf, textOf } from './connection-inputs.tsx';

interface LinkFormProps extends ConnectTarget {
  onMade(link: CreatedConnectLink): void;
}

/** Creates a link with which the owner of the account connects it. */
export function LinkForm({ onMade, ...target }: LinkFormProps) {
  const { manifest, again } = target;
  const { client } = useWorkspace();
  const make = useMutation({
    mutationFn: (entered: FormData) =>
      client.connectLinks.create({
        connector: manifest.id,
        ...textOf(entered, 'authentication'),
        ...(again === undefined ? newConnectionOf(entered, manifest) : { connection_id: again.id }),
      }),
    onSuccess: onMade,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    make.mutate(new FormData(event.currentTarget));
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Select
          name="authentication"
          label="How to authenticate"
          description="By default, consent if an OAuth application is stored, otherwise API keys."
          placeholder="Default"
          data={manifest.auth.map(({ name, description }) => ({ value: name, label: `${name}: ${description}` }))}
          clearable
          defaultValue={again?.authentication ?? null}
        />
        <ConnectionInputs {...target} faults={faultsOf(make.error)} />
        {make.isError && <Problem error={make.error} />}
        <Button type="submit" loading={make.isPending}>
          Create a link
        </Button>
      </Stack>
    </form>
  );
}
