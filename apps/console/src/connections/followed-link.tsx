import type { ConnectLink, CreatedConnectLink } from '@connectory/client';
import { Alert, Anchor, Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { CopyButton } from '../shell/copy-button.tsx';
import { ForeignText } from '../shell/foreign-text.tsx';
import { Problem } from '../shell/problem.tsx';
import { useCopy } from '../shell/use-copy.ts';

const interval = 2_000;

interface FollowedLinkProps {
  readonly link: CreatedConnectLink;
  /** Called to start over with another link. */
  onAgain(): void;
}

/** A new link to open or pass on, and its status. */
export function FollowedLink({ link, onAgain }: FollowedLinkProps) {
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
