import type { Connection, ConnectorManifest, CreatedConnectLink } from '@connectory/client';
import { Button, Paper, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useConnections } from '../gateway/use-connections.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { useSession } from '../session/session.tsx';
import { ForeignText } from '../shell/foreign-text.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { Page } from '../shell/page.tsx';
import { Problem } from '../shell/problem.tsx';
import { FollowedLink } from './followed-link.tsx';
import { SettingInputs, settingsOf } from './setting-inputs.tsx';

interface ConnectProps {
  /** The connection to connect again; a new one unless given. */
  readonly connectionId: string | undefined;
}

/** Makes a link with which an account is connected, and follows it until it is used. */
export function ConnectPage({ connectionId }: ConnectProps) {
  const connections = useConnections();
  const again = connectionId === undefined ? undefined : connections.data?.find(({ id }) => id === connectionId);
  const [link, setLink] = useState<CreatedConnectLink>();
  return (
    <Page
      title={again === undefined ? 'Connect an account' : `Connect ${again.name} again`}
      lead="A link leads whoever owns the account through it. It works once; credentials never pass through this page."
    >
      <Loaded query={connections}>
        {(known) => (
          <Paper withBorder p="lg" maw="36rem">
            {link !== undefined ? (
              <FollowedLink link={link} onAgain={() => setLink(undefined)} />
            ) : (
              <LinkForm known={known} again={again} onMade={setLink} />
            )}
          </Paper>
        )}
      </Loaded>
    </Page>
  );
}

interface LinkFormProps {
  readonly known: readonly Connection[];
  readonly again: Connection | undefined;
  onMade(link: CreatedConnectLink): void;
}

function LinkForm({ known, again, onMade }: LinkFormProps) {
  const { client } = useSession();
  const { name: workspace, client: workspaceClient } = useWorkspace();
  const [chosen, setChosen] = useState<string | null>(null);
  const connector = again?.connector ?? chosen;
  const connectors = useQuery({
    queryKey: ['connectors', workspace],
    queryFn: () => Array.fromAsync(client.connectors.list()),
  });
  const manifest = useQuery({
    queryKey: ['manifest', connector],
    queryFn: () => client.connectors.get(connector ?? ''),
    enabled: connector !== null,
  });
  const make = useMutation({
    mutationFn: (entered: FormData) =>
      workspaceClient.connectLinks.create({
        connector: connector ?? '',
        ...textOf(entered, 'authentication'),
        ...(again === undefined
          ? { ...textOf(entered, 'name'), settings: settingsOf(entered, manifest.data?.settings ?? {}) }
          : { connection_id: again.id }),
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
        {again === undefined && (
          <Loaded query={connectors}>
            {(installed) => (
              <Select
                label="System"
                placeholder="Choose a system"
                searchable
                required
                data={installed.map(({ id, vendor }) => ({ value: id, label: vendor }))}
                value={connector}
                onChange={setChosen}
              />
            )}
          </Loaded>
        )}
        {connector !== null && (
          <Loaded query={manifest}>
            {(found) => <LinkDetails key={found.id} manifest={found} known={known} again={again} />}
          </Loaded>
        )}
        {make.isError && <Problem error={make.error} />}
        <Button type="submit" disabled={manifest.data === undefined} loading={make.isPending}>
          Make a link
        </Button>
      </Stack>
    </form>
  );
}

function LinkDetails({
  manifest,
  known,
  again,
}: { readonly manifest: ConnectorManifest } & Omit<LinkFormProps, 'onMade'>) {
  const ways = manifest.auth.map(({ name, description }) => ({ value: name, label: `${name}: ${description}` }));
  const siblings = known.filter(({ connector }) => connector === manifest.id);
  return (
    <>
      <Select
        name="authentication"
        label="How to authenticate"
        description="Left to the gateway: consent where an OAuth application is stored, else keys."
        placeholder="Let the gateway choose"
        data={ways}
        clearable
        defaultValue={again?.authentication ?? null}
      />
      {again === undefined ? (
        <>
          <TextInput
            name="name"
            label="Name"
            description="What people call this connection; unique in the workspace."
            defaultValue={freeName(manifest.id, siblings)}
            maxLength={128}
          />
          <SettingInputs schema={manifest.settings} defaults={siblings[0]?.settings ?? {}} />
        </>
      ) : (
        <Text size="sm" c="dimmed">
          <ForeignText value={again.name} limit={128} /> keeps its id, settings and copies.
        </Text>
      )}
    </>
  );
}

function textOf<Name extends string>(entered: FormData, name: Name): Partial<Record<Name, string>> {
  const text = String(entered.get(name) ?? '').trim();
  return text === '' ? {} : ({ [name]: text } as Record<Name, string>);
}

function freeName(connector: string, siblings: readonly Connection[]): string {
  const taken = new Set(siblings.map(({ name }) => name));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? connector : `${connector}-${number}`;
    if (!taken.has(name)) return name;
  }
}
