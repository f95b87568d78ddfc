import type { Connection, ConnectLink, CreatedConnectLink } from '@connectory/client';
import {
  Alert,
  Anchor,
  Button,
  Group,
  Loader,
  Paper,
  SegmentedControl,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { errorsByField } from '../gateway/execute.ts';
import { useConnections, useManifest } from '../gateway/use-connections.ts';
import { useRightToManage, useWorkspace } from '../gateway/use-workspace.ts';
import { useSession } from '../session/session.tsx';
import { CopyButton, useCopy } from '../shell/copy-button.tsx';
import { Page } from '../shell/page.tsx';
import { Loaded, Problem } from '../shell/states.tsx';
import { ForeignText } from '../shell/text.tsx';
import {
  ConnectionInputs,
  type ConnectTarget,
  KeysForm,
  keyAuthentications,
  newConnectionOf,
  textOf,
} from './keys-form.tsx';

interface ConnectProps {
  /** The connection to reconnect; omitted for a new one. */
  readonly connectionId: string | undefined;
}

/** Connects an account with a link, whose status is shown until it is used, or with keys that are entered here. */
export function ConnectPage({ connectionId }: ConnectProps) {
  const right = useRightToManage();
  const connections = useConnections();
  const again = connectionId === undefined ? undefined : connections.data?.find(({ id }) => id === connectionId);
  const [link, setLink] = useState<CreatedConnectLink>();
  return (
    <Page
      title={again === undefined ? 'Connect an account' : `Reconnect ${again.name}`}
      lead="Create a single-use link for the owner of the account, or enter the account's API keys here."
    >
      <Loaded query={right} purpose="connect accounts">
        {() => (
          <Loaded query={connections}>
            {(known) => (
              <Paper withBorder p="lg" maw="36rem">
                {link !== undefined ? (
                  <FollowedLink link={link} onAgain={() => setLink(undefined)} />
                ) : (
                  <ConnectForm known={known} again={again} onLink={setLink} />
                )}
              </Paper>
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

interface ConnectFormProps {
  readonly known: readonly Connection[];
  /** The connection to reconnect. */
  readonly again: Connection | undefined;
  onLink(link: CreatedConnectLink): void;
}

/** Lets the user choose which system to connect, and how. */
function ConnectForm({ known, again, onLink }: ConnectFormProps) {
  const { client } = useSession();
  const { name: workspace } = useWorkspace();
  const [chosen, setChosen] = useState<string | null>(null);
  const [way, setWay] = useState('link');
  const connector = again?.connector ?? chosen;
  const connectors = useQuery({
    queryKey: ['connectors', workspace],
    queryFn: () => Array.fromAsync(client.connectors.list()),
  });
  const manifest = useManifest(connector ?? undefined);
  return (
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
          {(found) => {
            const hasKeys = keyAuthentications(found).length > 0;
            const target = { manifest: found, siblings: known.filter((one) => one.connector === found.id), again };
            return (
              <>
                {hasKeys && (
                  <SegmentedControl
                    aria-label="How to connect"
                    data={[
                      { value: 'link', label: 'Create a link' },
                      { value: 'here', label: 'Enter keys here' },
                    ]}
                    value={way}
                    onChange={setWay}
                  />
                )}
                {hasKeys && way === 'here' ? (
                  <KeysForm key={found.id} {...target} />
                ) : (
                  <LinkForm key={found.id} {...target} onMade={onLink} />
                )}
              </>
            );
          }}
        </Loaded>
      )}
    </Stack>
  );
}

interface LinkFormProps extends ConnectTarget {
  onMade(link: CreatedConnectLink): void;
}

/** Creates a link with which the owner of the account connects it. */
function LinkForm({ onMade, ...target }: LinkFormProps) {
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
        <ConnectionInputs {...target} fieldErrors={errorsByField(make.error)} />
        {make.isError && <Problem error={make.error} />}
        <Button type="submit" loading={make.isPending}>
          Create a link
        </Button>
      </Stack>
    </form>
  );
}

const interval = 2_000;

interface FollowedLinkProps {
  readonly link: CreatedConnectLink;
  /** Called to start over with another link. */
  onAgain(): void;
}

/** A new link to open or pass on, and its status. */
function FollowedLink({ link, onAgain }: FollowedLinkProps) {
  const { name: workspace, client } = useWorkspace();
  const queries = useQueryClient();
  const { state: copyState, copy } = useCopy();
  const followed = useQuery({
    queryKey: ['connect-link', workspace, link.id],
    queryFn: () => client.connectLinks.get(link.id),
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === 'open' ? interval : false),
    // The vendor's page is in another tab, and this one should be current when the user returns.
    refetchIntervalInBackground: true,
  });
  const state = followed.data?.state ?? 'open';
  useEffect(() => {
    if (state !== 'connected') return;
    void queries.invalidateQueries({ queryKey: ['connections', workspace] });
    void queries.invalidateQueries({ queryKey: ['connection', workspace] });
  }, [state, queries, workspace]);
  if (state === 'connected' && followed.data !== undefined) return <Connected link={followed.data} />;
  if (state !== 'open')
    return (
      <Stack gap="md">
        <Alert color="yellow" role="status" title="The link is no longer valid">
          {state === 'expired' ? 'It was not used in time.' : 'The token that created it was revoked or has expired.'}
        </Alert>
        <Button onClick={onAgain}>Create another link</Button>
      </Stack>
    );
  return (
    <Stack gap="md">
      <Text size="sm">
        Open the link and follow the steps there, or send it to whoever owns the account. Whoever has it can use it,
        once.
      </Text>
      <Group gap="xs">
        <Button
          component="a"
          href={link.url}
          target="_blank"
          rel="noopener"
          leftSection={<ExternalLink size={16} aria-hidden />}
        >
          Open the link
        </Button>
        <CopyButton label="Copy the link" state={copyState} onCopy={() => copy(link.url)} />
      </Group>
      {copyState === 'refused' && (
        <TextInput
          readOnly
          label="The link"
          description="Your browser does not allow this page to copy. Copy it from here."
          value={link.url}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
      <Group gap="xs" role="status">
        <Loader size={14} aria-hidden />
        <Text size="sm" c="dimmed">
          Waiting for the account to be connected. This page updates when it is.
        </Text>
      </Group>
      {followed.data?.last_problem != null && (
        <Alert color="yellow" title="The last attempt failed">
          <ForeignText value={followed.data.last_problem} />
        </Alert>
      )}
      {followed.isError && <Problem error={followed.error} />}
    </Stack>
  );
}

function Connected({ link: { connections, name } }: { readonly link: ConnectLink }) {
  const { name: workspace } = useWorkspace();
  return (
    <Alert color="green" role="status" title="Connected">
      <Stack gap={4}>
        {connections.map((id) => (
          <Anchor
            key={id}
            component={Link}
            href={`/${workspace}/connections/${id}`}
            size="sm"
            c="inherit"
            underline="always"
          >
            <ForeignText value={connections.length === 1 ? name : id} limit={128} />
          </Anchor>
        ))}
      </Stack>
    </Alert>
  );
}
