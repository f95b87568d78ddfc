import type { Connection } from '@connectory/client';
import { Paper, Select, Stack, Text } from '@mantine/core';
import { useLocation } from 'wouter';
import { ConnectionSelect } from '../gateway/connection-select.tsx';
import { useConnections } from '../gateway/use-connections.ts';
import { useManifest } from '../gateway/use-manifest.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { useSession } from '../session/session.tsx';
import { Empty } from '../shell/empty.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { NeedsWorkspaceToken } from '../shell/needs-workspace-token.tsx';
import { Page } from '../shell/page.tsx';
import { EntitySearch } from './entity-search.tsx';
import classes from './search.module.css';

interface SearchProps {
  readonly connectionId: string | undefined;
  readonly entity: string | undefined;
}

/** Searches the copy of any entity of any connection. */
export function SearchPage(chosen: SearchProps) {
  const connections = useConnections();
  const { isAdmin } = useSession();
  return (
    <Page title="Search" lead="Search the synchronized copy, even where the vendor's own search is limited.">
      <Loaded query={connections}>
        {(all) =>
          isAdmin ? (
            <NeedsWorkspaceToken />
          ) : all.length === 0 ? (
            <Empty title="No connections yet">Connect an account first. Its records are then copied here.</Empty>
          ) : (
            <Choice connections={all} {...chosen} />
          )
        }
      </Loaded>
    </Page>
  );
}

function Choice({ connections, connectionId, entity }: { readonly connections: readonly Connection[] } & SearchProps) {
  const { name: workspace } = useWorkspace();
  const [, go] = useLocation();
  const connection = connections.find(({ id }) => id === connectionId);
  const manifest = useManifest(connection?.connector);
  const searchable = manifest.data?.entities.filter(({ search }) => search !== null) ?? [];
  const found = searchable.find(({ name }) => name === entity);
  return (
    <Stack gap="md">
      <Paper withBorder p="md" className={classes.place ?? ''}>
        <ConnectionSelect
          connections={connections}
          value={connection?.id}
          onChange={(id) => go(`/${workspace}/search/${id}`)}
        />
        <Select
          label="Entity"
          placeholder={connection === undefined ? 'Choose a connection first' : 'Choose what to search'}
          searchable
          allowDeselect={false}
          disabled={manifest.data === undefined}
          data={searchable.map(({ name }) => name)}
          value={found?.name ?? null}
          onChange={(name) => name !== null && go(`/${workspace}/search/${connection?.id}/${name}`)}
        />
      </Paper>
      {connection !== undefined && (
        <Loaded query={manifest}>
          {() =>
            found === undefined ? (
              <Text size="sm" c="dimmed" px="md">
                {searchable.length === 0 ? 'This connector has no searchable entities.' : 'Choose an entity.'}
              </Text>
            ) : (
              <EntitySearch key={`${connection.id}/${found.name}`} connection={connection} entity={found} />
            )
          }
        </Loaded>
      )}
    </Stack>
  );
}
