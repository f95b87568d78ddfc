import type { Connection } from '@connectory/client';
import { Button, Paper, Stack, Text } from '@mantine/core';
import { ArrowLeft } from 'lucide-react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { ConnectionSelect } from '../gateway/connection-select.tsx';
import { useConnections } from '../gateway/use-connections.ts';
import { useManifest } from '../gateway/use-manifest.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { useSession } from '../session/session.tsx';
import { Empty } from '../shell/empty.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { NeedsWorkspaceToken } from '../shell/needs-workspace-token.tsx';
import { Page } from '../shell/page.tsx';
import { ActionList } from './action-list.tsx';
import { ActionPanel } from './action-panel.tsx';
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
  const { isAdmin } = useSession();
  return (
    <Page title="Run an action" lead="Run any action of a connection, the same way a program would.">
      <Loaded query={connections}>
        {(all) =>
          isAdmin ? (
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
