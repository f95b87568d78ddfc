import type { Connection } from '@connectory/client';
import { Button, Select, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { type Faults, faultsOf } from '../gateway/faults.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { Problem } from '../shell/problem.tsx';
import { SecretInput } from '../shell/secret-input.tsx';
import { withCode } from '../shell/with-code.tsx';
import { ConnectionInputs, type ConnectTarget, newConnectionOf } from './connection-inputs.tsx';
import { type Authentication, keyAuthentications } from './key-authentications.ts';

/** The form for the keys of an account. They exist only in the inputs and in the request that checks them with the vendor. */
export function KeysForm(target: ConnectTarget) {
  const { manifest, again } = target;
  const { name: workspace, client } = useWorkspace();
  const queries = useQueryClient();
  const [, go] = useLocation();
  const ways = keyAuthentications(manifest);
  const [chosen, setChosen] = useState(again?.authentication ?? '');
  const way = ways.find(({ name }) => name === chosen) ?? ways[0];
  const form = useRef<HTMLFormElement>(null);
  const connect = useMutation({
    // Without mutation variables, which would be cached.
    mutationFn: (): Promise<Connection> => {
      const entered = new FormData(form.current ?? undefined);
      const credentials = credentialsOf(entered, way);
      const authentication = way?.name ?? '';
      return again === undefined
        ? client.connections.create({
            connector: manifest.id,
            authentication,
            credentials,
            ...newConnectionOf(entered, manifest),
          })
        : client.connections.update(again.id, { authentication, credentials });
    },
    onSuccess: async ({ id }) => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['connections', workspace] }),
        queries.invalidateQueries({ queryKey: ['connection', workspace, id] }),
      ]);
      go(`/${workspace}/connections/${id}`);
    },
  });
  const { error } = connect;
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [error]);
  const faults = faultsOf(error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    connect.mutate();
  };
  return (
    <form ref={form} onSubmit={submit} noValidate autoComplete="off">
      <Stack gap="md">
        {ways.length > 1 && (
          <Select
            label="How to authenticate"
            allowDeselect={false}
            data={ways.map(({ name, description }) => ({ value: name, label: `${name}: ${description}` }))}
            value={way?.name ?? null}
            onChange={(name) => name !== null && setChosen(name)}
          />
        )}
        {way !== undefined && <CredentialInputs key={way.name} way={way} faults={faults} />}
        <ConnectionInputs {...target} faults={faults} />
        {error !== null && (
          <Problem
            error={error}
            credentialAdvice="Check what you entered and what the account may do, then try again."
          />
        )}
        <Button type="submit" loading={connect.isPending}>
          Connect
        </Button>
      </Stack>
    </form>
  );
}

const prefix = 'credentials.';

function CredentialInputs({ way, faults }: { readonly way: Authentication; readonly faults: Faults }) {
  return way.fields.map(({ name, description, secret, required }) => {
    const shared = {
      name: prefix + name,
      label: name,
      description: withCode(description),
      withAsterisk: required,
      autoComplete: 'off',
      spellCheck: false,
      error: faults(`/credentials/${name}`),
    };
    return secret ? (
      <SecretInput key={name} {...shared} showLabel={`Show ${name}`} />
    ) : (
      <TextInput key={name} {...shared} />
    );
  });
}

function credentialsOf(entered: FormData, way: Authentication | undefined): Record<string, string> {
  const given = (way?.fields ?? []).map(({ name }) => [name, String(entered.get(prefix + name) ?? '').trim()] as const);
  return Object.fromEntries(given.filter(([, text]) => text !== ''));
}
