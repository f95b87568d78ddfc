import type { Connection } from '@connectory/client';
import { Alert, Anchor, Button, Code, Group, Paper, SegmentedControl, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Play, RefreshCw, Search } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link, useLocation } from 'wouter';
import { labelOf } from '../form/labels.ts';
import { useConnection } from '../gateway/use-connections.ts';
import { useOverview, useWorkspace } from '../gateway/use-workspace.ts';
import { useSession } from '../session/session.tsx';
import { CopyButton, useCopy } from '../shell/copy-button.tsx';
import { Fact } from '../shell/fact.tsx';
import { Page } from '../shell/page.tsx';
import { Loaded, Problem, Waiting } from '../shell/states.tsx';
import { ForeignText, Time } from '../shell/text.tsx';
import { ConnectionCommands } from './connection-commands.tsx';
import { StateBadge, systemOf } from './connection-state.tsx';
import { SyncTable } from './sync-table.tsx';

const ConnectionEvents = lazy(async () => ({ default: (await import('./connection-events.tsx')).ConnectionEvents }));
const ConnectionFields = lazy(async () => ({ default: (await import('./connection-fields.tsx')).ConnectionFields }));
const ConnectionChanges = lazy(async () => ({ default: (await import('./connection-changes.tsx')).ConnectionChanges }));

/** The parts of the page below its health, by the last segment of the path. */
const parts = [
  { value: 'copies', label: 'Copies' },
  { value: 'fields', label: 'Fields' },
  { value: 'changes', label: 'Changes' },
  { value: 'events', label: 'Events' },
] as const;

interface ConnectionProps {
  readonly id: string;
  /** The part to show; its copies by default. */
  readonly part: string | undefined;
}

/** One connection: whether it works, what it needs, and the state of its copies, their fields or changes, or its vendor's events. */
export function ConnectionPage({ id, part: wanted }: ConnectionProps) {
  const [, go] = useLocation();
  const part = parts.find(({ value }) => value === wanted)?.value ?? 'copies';
  const { name: workspace } = useWorkspace();
  const connection = useConnection(id);
  const { data } = connection;
  return (
    <Page
      title={data?.name ?? 'Connection'}
      lead={data && systemOf(data)}
      actions={
        <>
          <Button
            component={Link}
            href={`/${workspace}/search/${id}`}
            variant="default"
            leftSection={<Search size={16} aria-hidden />}
          >
            Search
          </Button>
          <Button component={Link} href={`/${workspace}/run/${id}`} leftSection={<Play size={16} aria-hidden />}>
            Run an action
          </Button>
        </>
      }
    >
      <Loaded query={connection}>
        {(found) => (
          <Stack gap="lg">
            <Health connection={found} />
            <Group>
              <SegmentedControl
                aria-label="What to show"
                data={[...parts]}
                value={part}
                onChange={(chosen) => go(`/${workspace}/connections/${id}${chosen === 'copies' ? '' : `/${chosen}`}`)}
              />
            </Group>
            <Suspense fallback={<Waiting />}>
              {part === 'copies' && <SyncTable connection={found} />}
              {part === 'fields' && <ConnectionFields connection={found} />}
              {part === 'changes' && <ConnectionChanges id={id} />}
              {part === 'events' && <ConnectionEvents id={id} />}
            </Suspense>
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Health({ connection }: { readonly connection: Connection }) {
  const { name: workspace, client } = useWorkspace();
  const queries = useQueryClient();
  const { mayManage } = useSession();
  const { id, account, paused, state, state_reason: reason, state_since: since, created_at: createdAt } = connection;
  const { state: copyState, copy } = useCopy();
  const check = useMutation({
    mutationFn: () => client.connections.check(id),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['connection', workspace, id] }),
        queries.invalidateQueries({ queryKey: ['connections', workspace] }),
      ]),
  });
  const again = (
    <Button
      component={Link}
      href={`/${workspace}/connect/${id}`}
      size="xs"
      variant={state === 'active' ? 'default' : 'filled'}
    >
      Reconnect
    </Button>
  );
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        {reason !== null && (
          <Alert color={state === 'degraded' ? 'yellow' : 'red'} title="What is wrong">
            <ForeignText value={reason} />
          </Alert>
        )}
        <Group justify="space-between" gap="md">
          <Group gap="xl">
            <Fact label="State">
              <Group gap={8}>
                <StateBadge state={state} isPaused={paused} />
                <Text size="sm" c="dimmed">
                  since <Time at={since} />
                </Text>
              </Group>
            </Fact>
            {account !== null && (
              <Fact label="Account">
                <ForeignText value={account} limit={128} />
              </Fact>
            )}
            <Fact label="Authentication">{labelOf(connection.authentication)}</Fact>
            <Fact label="Created">
              <Time at={createdAt} />
            </Fact>
            <Fact label="Calls in 24 hours">
              <CallCounts id={id} />
            </Fact>
            <Fact label="ID">
              <Group gap={8}>
                <Code>{id}</Code>
                <CopyButton label="Copy" size="compact-xs" state={copyState} onCopy={() => copy(id)} />
              </Group>
            </Fact>
          </Group>
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              leftSection={<RefreshCw size={14} aria-hidden />}
              loading={check.isPending}
              onClick={() => check.mutate()}
            >
              Check
            </Button>
            {again}
          </Group>
        </Group>
        {mayManage && <ConnectionCommands connection={connection} />}
        {check.isSuccess && (
          <Text size="sm" c="dimmed" role="status">
            The upstream accepts the credentials.
          </Text>
        )}
        {check.isError && <Problem error={check.error} />}
      </Stack>
    </Paper>
  );
}

const maxCounted = 100;

function CallCounts({ id }: Pick<Connection, 'id'>) {
  const { name: workspace } = useWorkspace();
  const { mayManage } = useSession();
  const { data } = useOverview('24');
  const counted = data?.connections.find((one) => one.id === id);
  // A full list says nothing about the connections that it omits.
  if (data === undefined || (counted === undefined && data.connections.length >= maxCounted)) return <>–</>;
  const { calls, errors } = counted ?? { calls: 0, errors: 0 };
  const text = `${calls.toLocaleString('en')}${errors > 0 ? `, ${errors.toLocaleString('en')} failed` : ''}`;
  if (!mayManage) return <>{text}</>;
  return (
    <Anchor component={Link} href={`/${workspace}/audit?connection_id=${id}&kind=execute`} size="sm">
      {text}
    </Anchor>
  );
}
