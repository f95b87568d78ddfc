import type { Connection, ConnectLink, ConnectorSummary, CreatedConnectLink } from '@connectory/client';
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
import { labelOf } from '../form/labels.ts';
import { errorsByField } from '../gateway/execute.ts';
import { useConnections, useConnectors, useManifest } from '../gateway/use-connections.ts';
import { useRightToManage, useWorkspace } from '../gateway/use-workspace.ts';
import { CopyButton, useCopy } from '../shell/copy-button.tsx';
import { Page } from '../shell/page.tsx';
import { Loaded, Problem } from '../shell/states.tsx';
import { ForeignText } from '../shell/text.tsx';
import { VendorMark } from '../shell/vendor-mark.tsx';
import { Catalog } from './catalog.tsx';
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

/** Connects an account: the catalog of systems, then a link for its owner, whose status is shown until it is used, or its keys. */
export function ConnectPage({ connectionId }: ConnectProps) {
  const right = useRightToManage();
  const connections = useConnections();
  const connectors = useConnectors();
  const again = connectionId === undefined ? undefined : connections.data?.find(({ id }) => id === connectionId);
  const [chosen, setChosen] = useState<string>();
  const [link, setLink] = useState<CreatedConnectLink>();
  const connector = again?.connector ?? chosen;
  return (
    <Page
      title={again === undefined ? 'Connect an account' : `Reconnect ${again.name}`}
      lead={
        connector === undefined && connectionId === undefined
          ? 'Choose the system of the account.'
          : "Create a single-use link for the owner of the account, or enter the account's API keys here."
      }
    >
      <Loaded query={right} purpose="connect accounts">
        {() => (
          <Loaded query={connections}>
            {(known) => (
              <Loaded query={connectors}>
                {(installed) =>
                  connector === undefined ? (
                    <Catalog connectors={installed} onChoose={setChosen} />
                  ) : (
                    <Paper withBorder p="lg" maw="36rem">
                      <Stack gap="md">
                        <Chosen
                          connector={installed.find(({ id }) => id === connector)}
                          {...(again === undefined && link === undefined && { onAnother: () => setChosen(undefined) })}
                        />
                        {link !== undefined ? (
                          <FollowedLink link={link} onAgain={() => setLink(undefined)} />
                        ) : (
                          <ConnectForm connector={connector} known={known} again={again} onLink={setLink} />
                        )}
                      </Stack>
                    </Paper>
                  )
                }
              </Loaded>
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

interface ChosenProps {
  /** Undefined if it is not installed. */
  readonly connector: ConnectorSummary | undefined;
  /** Returns to the catalog; omitted if the system is given. */
  onAnother?(): void;
}

/** The system of the account, with the way to its credentials. */
function Chosen({ connector, onAnother }: ChosenProps) {
  if (connector === undefined) return null;
  const { id, vendor, logo } = connector;
  return (
    <Group justify="space-between">
      <Group gap="sm" wrap="nowrap">
        <VendorMark vendor={vendor} logo={logo} />
        <div>
          <Text fw={600}>{vendor}</Text>
          <Anchor href={`/docs/connectors/${id}/`} target="_blank" size="sm">
            Where do I find the credentials?
          </Anchor>
        </div>
      </Group>
      {onAnother !== undefined && (
        <Button size="xs" variant="default" onClick={onAnother}>
          Choose another system
        </Button>
      )}
    </Group>
  );
}

interface ConnectFormProps {
  readonly connector: string;
  readonly known: readonly Connection[];
  /** The connection to reconnect. */
  readonly again: Connection | undefined;
  onLink(link: CreatedConnectLink): void;
}

/** Lets the user choose how to connect a system. */
function ConnectForm({ connector, known, again, onLink }: ConnectFormProps) {
  const [way, setWay] = useState('link');
  const manifest = useManifest(connector);
  return (
    <Loaded query={manifest}>
      {(found) => {
        const hasKeys = keyAuthentications(found).length > 0;
        const target = { manifest: found, siblings: known.filter((one) => one.connector === found.id), again };
        return (
          <Stack gap="md">
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
            {hasKeys && way === 'here' ? <KeysForm {...target} /> : <LinkForm {...target} onMade={onLink} />}
          </Stack>
        );
      }}
    </Loaded>
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
          data={manifest.auth.map(({ name, description }) => ({
            value: name,
            label: `${labelOf(name)}: ${description}`,
          }))}
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
        Open the link and follow the steps there, or send it to the owner of the account. It works once, for anybody who
        has it.
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
          Waiting for the account to be connected. This page shows it when it happens.
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
