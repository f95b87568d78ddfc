import type { Connection, ConnectorEntity } from '@connectory/client';
import { Button, Loader, NavLink, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ArrowLeft, Search } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { ConnectionSelect } from '../gateway/connection-select.tsx';
import { useConnections, useManifest } from '../gateway/use-connections.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { useSession } from '../session/session.tsx';
import { type Effect, EffectBadge } from '../shell/effects.tsx';
import { Page } from '../shell/page.tsx';
import { Empty, Loaded, NeedsWorkspaceToken, Problem } from '../shell/states.tsx';
import { withCode } from '../shell/text.tsx';
import { ActionPanel } from './action-form.tsx';
import classes from './run-page.module.css';

/** The selection in the URL; each part requires the one before it. */
interface RunProps {
  readonly connectionId: string | undefined;
  readonly entity: string | undefined;
  readonly action: string | undefined;
}

/** Runs any action of any connection. */
export function RunPage(chosen: RunProps) {
  const { name: workspace } = useWorkspace();
  const connections = useConnections();
  const { mayRun } = useSession();
  return (
    <Page title="Run an action" lead="Run any action of a connection, the same way a program would.">
      <Loaded query={connections}>
        {(all) =>
          !mayRun ? (
            <NeedsWorkspaceToken />
          ) : all.length === 0 ? (
            <Empty title="No connections yet">
              <Button component={Link} href={`/${workspace}/connect`} mt="xs">
                Connect an account
              </Button>
            </Empty>
          ) : (
            <Choice connections={all} {...chosen} />
          )
        }
      </Loaded>
    </Page>
  );
}

function Choice({
  connections,
  connectionId,
  entity,
  action,
}: { readonly connections: readonly Connection[] } & RunProps) {
  const { name: workspace } = useWorkspace();
  const [, go] = useLocation();
  const again = useSearchParams()[0].get('again') ?? undefined;
  const connection = connections.find(({ id }) => id === connectionId);
  const manifest = useManifest(connection?.connector);
  const isChosen = entity !== undefined && action !== undefined;
  return (
    <div className={classes.panes}>
      <Paper withBorder p="md" className={isChosen ? classes.chosen : classes.choosing}>
        <Stack gap="sm" className={classes.choice ?? ''}>
          <ConnectionSelect
            connections={connections}
            value={connection?.id}
            onChange={(id) => go(`/${workspace}/run/${id}`)}
          />
          {connection !== undefined && (
            <Loaded query={manifest}>
              {({ id, entities }) => (
                <ActionList
                  connector={id}
                  entities={entities}
                  chosen={isChosen ? { entity, action } : undefined}
                  addressOf={({ entity: of, action: name }) =>
                    name === 'context_store_search'
                      ? `/${workspace}/search/${connection.id}/${of}`
                      : `/${workspace}/run/${connection.id}/${of}/${name}`
                  }
                />
              )}
            </Loaded>
          )}
        </Stack>
      </Paper>
      <div className={classes.work}>
        {connection === undefined || !isChosen ? (
          <Text c="dimmed" size="sm" p="md">
            {connection === undefined
              ? 'Choose a connection to see what it can do.'
              : 'Choose an action from the list.'}
          </Text>
        ) : (
          <>
            <Button
              component={Link}
              href={`/${workspace}/run/${connection.id}`}
              variant="subtle"
              size="compact-sm"
              className={classes.back ?? ''}
              leftSection={<ArrowLeft size={14} aria-hidden />}
            >
              All actions of {connection.name}
            </Button>
            {manifest.data !== undefined && (
              <ActionPanel
                key={`${connection.id}/${entity}/${action}/${again}`}
                connection={connection}
                manifest={manifest.data}
                entityName={entity}
                actionName={action}
                again={again}
              />
            )}
          </>
        )}
      </div>
    </div>
  );
}

/** The entity and name of an action. */
interface ActionPlace {
  readonly entity: string;
  readonly action: string;
}

interface ActionListProps {
  readonly connector: string;
  readonly entities: readonly ConnectorEntity[];
  readonly chosen: ActionPlace | undefined;
  addressOf(place: ActionPlace): string;
}

interface ListedAction extends ActionPlace {
  readonly summary: string;
  readonly effect: Effect;
}

const whileTyping = 200;
const maxFound = 20;

/** The actions of a connector by entity, or those that the gateway finds for the typed text. */
export function ActionList({ connector, entities, chosen, addressOf }: ActionListProps) {
  const { client } = useSession();
  const [text, setQuery] = useState('');
  const [wanted] = useDebouncedValue(text.trim(), whileTyping);
  const found = useQuery({
    queryKey: ['actions', connector, wanted],
    queryFn: () => client.connectors.findActions({ q: wanted, connector, limit: maxFound }),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
  });
  const item = (action: ListedAction, isGrouped = false) => (
    <ActionLink
      key={`${action.entity}/${action.action}`}
      action={action}
      label={isGrouped ? action.action : `${action.entity} ${action.action}`}
      isChosen={chosen?.entity === action.entity && chosen.action === action.action}
      href={addressOf(action)}
    />
  );
  return (
    <>
      <TextInput
        label="Find an action"
        placeholder="What do you want to do?"
        value={text}
        maxLength={500}
        onChange={({ currentTarget }) => setQuery(currentTarget.value)}
        leftSection={found.isFetching ? <Loader size={14} aria-hidden /> : <Search size={16} aria-hidden />}
      />
      <nav aria-label="Actions" className={classes.list}>
        {wanted === '' ? (
          entities.map(({ name, actions }) => (
            <Stack key={name} gap={0} mb="sm">
              <Text component="h2" size="xs" fw={600} c="dimmed" px="xs" py={4} m={0}>
                {name}
              </Text>
              {actions.map(({ action, summary, effect }) => item({ entity: name, action, summary, effect }, true))}
            </Stack>
          ))
        ) : found.isError ? (
          <Problem error={found.error} />
        ) : found.data?.length === 0 ? (
          <Text size="sm" c="dimmed" px="xs" role="status">
            No action fits these words.
          </Text>
        ) : (
          found.data?.map((action) => item(action))
        )}
      </nav>
    </>
  );
}

function ActionLink({ action: { summary, effect }, label, isChosen, href }: ActionLinkProps) {
  return (
    <NavLink
      component={Link}
      href={href}
      active={isChosen}
      aria-current={isChosen ? 'page' : undefined}
      className={classes.action}
      py={6}
      px="xs"
      label={label}
      description={withCode(summary)}
      rightSection={<EffectBadge effect={effect} />}
      disableRightSectionRotation
    />
  );
}

interface ActionLinkProps {
  readonly action: ListedAction;
  readonly label: string;
  readonly isChosen: boolean;
  readonly href: string;
}
