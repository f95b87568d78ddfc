import { ConnectoryError, type ConsentConnector, type OAuthAppChange } from '@connectory/client';
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { SecretInput } from '../shell/copy-button.tsx';
import { Problem } from '../shell/states.tsx';
import { withCode } from '../shell/text.tsx';

interface AppDialogProps {
  /** The connector to store an application for; undefined while the dialog is closed. */
  readonly connector: ConsentConnector | undefined;
  onClose(): void;
}

const prefix = 'credentials.';

// Browsers offer to save inputs that look like a password of this site.
const asSecret = 'new-password';

/** Reads the client ID and secret of an application, and stores them, replacing an earlier one. They are not kept in the browser. */
export function AppDialog({ connector, onClose }: AppDialogProps) {
  return (
    <Modal opened={connector !== undefined} onClose={onClose} title={`Application for ${connector?.vendor ?? ''}`}>
      {connector !== undefined && <AppForm connector={connector} onClose={onClose} />}
    </Modal>
  );
}

function AppForm({
  connector: { connector, fields, app },
  onClose,
}: AppDialogProps & { readonly connector: ConsentConnector }) {
  const { name: workspace, client } = useWorkspace();
  const queries = useQueryClient();
  const store = useMutation({
    mutationFn: (entered: FormData) => client.oauthApps.put(connector, changeOf(entered)),
    // Otherwise it would be cached with its input.
    gcTime: 0,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['oauth-apps', workspace] });
      onClose();
    },
  });
  const errors = store.error instanceof ConnectoryError ? (store.error.problem?.errors ?? []) : [];
  const errorOf = (field: string) => errors.find((error) => error.field === field)?.message;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    store.mutate(new FormData(event.currentTarget));
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {app !== null && (
          <Text size="sm">
            This replaces the stored application, including its secrets. Existing connections keep the application they
            were created with.
          </Text>
        )}
        <TextInput
          name="client_id"
          label="Client id"
          error={errorOf('/client_id')}
          defaultValue={app?.client_id ?? ''}
          autoComplete="off"
          required
        />
        <SecretInput
          name="client_secret"
          label="Client secret"
          description="Encrypted at rest and never shown again."
          error={errorOf('/client_secret')}
          showLabel="Show: Client secret"
          autoComplete={asSecret}
          required
        />
        {fields.map(({ name, description, secret }) => {
          const shared = {
            name: prefix + name,
            label: name,
            description: withCode(description),
            error: errorOf(`/credentials/${name}`),
          };
          return secret ? (
            <SecretInput key={name} {...shared} showLabel={`Show: ${name}`} autoComplete={asSecret} />
          ) : (
            <TextInput key={name} {...shared} autoComplete="off" />
          );
        })}
        <TextInput
          name="base_url"
          label="Base URL"
          description="Only for a self-hosted or simulated server of the vendor: the application's connections use it."
          error={errorOf('/base_url')}
          defaultValue={app?.base_url ?? ''}
          autoComplete="off"
        />
        {store.isError && <Problem error={store.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={store.isPending}>
            Store the application
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function changeOf(entered: FormData): OAuthAppChange {
  const texts = [...entered].flatMap(([name, value]): [string, string][] => {
    const text = String(value).trim();
    return text === '' ? [] : [[name, text]];
  });
  const credentials = texts.flatMap(([name, text]): [string, string][] =>
    name.startsWith(prefix) ? [[name.slice(prefix.length), text]] : [],
  );
  const { client_id = '', client_secret = '', base_url } = Object.fromEntries(texts);
  return {
    client_id,
    client_secret,
    ...(base_url !== undefined && { base_url }),
    ...(credentials.length > 0 && { credentials: Object.fromEntries(credentials) }),
  };
}
