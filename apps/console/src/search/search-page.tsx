import { type Connection, type ConnectorEntity, ConnectoryError, type OwnFields } from '@connectory/client';
import { Badge, Group, Paper, Select, Stack, Text, Title } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import type { SearchField } from '../conditions/filter.ts';
import { ConnectionSelect } from '../gateway/connection-select.tsx';
import { type Call, execute } from '../gateway/execute.ts';
import { useConnections, useManifest, useOwnFields } from '../gateway/use-connections.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { firstColumnsOf } from '../results/columns.ts';
import { CopyAs } from '../results/copy-as.tsx';
import { fieldFacts, searchFieldsOf } from '../results/field-facts.ts';
import { CodeView } from '../results/json-view.tsx';
import { ResponsePages, useResponsePages } from '../results/response-pages.tsx';
import { isRecords } from '../results/result.tsx';
import { useSession } from '../session/session.tsx';
import { Page } from '../shell/page.tsx';
import { Empty, Loaded, NeedsWorkspaceToken, Problem } from '../shell/states.tsx';
import { Time } from '../shell/text.tsx';
import { AggregateResult } from './aggregate-result.tsx';
import { ExportButtons } from './export-button.tsx';
import { FindRecords } from './find-records.tsx';
import classes from './search.module.css';
import { addressOf, draftOf, paramsOf, type SearchDraft } from './search-draft.ts';
import { SearchForm } from './search-form.tsx';

interface SearchProps {
  readonly connectionId: string | undefined;
  readonly entity: string | undefined;
}

/** Searches the copy of any entity of any connection. */
export function SearchPage(chosen: SearchProps) {
  const connections = useConnections();
  const { mayRun } = useSession();
  return (
    <Page title="Search" lead="Find records of all connections, or search, count and group those of one entity.">
      <Loaded query={connections}>
        {(all) =>
          !mayRun ? (
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
      {connection === undefined ? (
        <FindRecords />
      ) : (
        <Loaded query={manifest}>
          {() =>
            found === undefined ? (
              <Text size="sm" c="dimmed" px="md">
                {searchable.length === 0 ? 'This connector has no searchable entities.' : 'Choose an entity.'}
              </Text>
            ) : (
              <OwnEntitySearch key={`${connection.id}/${found.name}`} connection={connection} entity={found} />
            )
          }
        </Loaded>
      )}
    </Stack>
  );
}

/** Waits for the own fields: the types of conditions in the URL depend on them. */
function OwnEntitySearch(props: Omit<EntitySearchProps, 'own'>) {
  const own = useOwnFields(props.connection.id);
  return <Loaded query={own}>{(found) => <EntitySearch {...props} own={found} />}</Loaded>;
}

interface EntitySearchProps {
  readonly connection: Connection;
  readonly entity: ConnectorEntity;
  /** The own fields of the connection. */
  readonly own: OwnFields;
}

/** Searches the copy of one entity: the form, the age of the copy, the records, and the plan if requested. */
export function EntitySearch({ connection, entity, own }: EntitySearchProps) {
  const { client } = useSession();
  const { key } = entity;
  const fields = useMemo(() => searchFieldsOf(entity, connection, own), [entity, connection, own]);
  const [address, setAddress] = useSearchParams();
  const shown = draftOf(address);
  const { aggregation } = shown;
  const columns = address.get('columns')?.split(',');
  const searched = withoutColumns(address).toString();
  const [draft, setDraft] = useState(shown);
  const [isRequested, setRequested] = useState(false);
  const callOf = (of: SearchDraft): Call => ({
    connectionId: connection.id,
    entity: entity.name,
    action: 'context_store_search',
    params: paramsOf(of, { fields, key }),
  });
  const call = callOf(draft);
  const search = useResponsePages((params) => execute(client, { ...call, params }));
  // The search in the URL is the one whose records are shown, after a reload and after going back too.
  useEffect(() => {
    setDraft(shown);
    search.begin(callOf(shown).params);
  }, [searched]);
  const begin = () => {
    setRequested(true);
    const next = addressOf(draft, fields);
    if (next.toString() === searched) return search.begin(call.params);
    if (columns !== undefined) next.set('columns', columns.join(','));
    return setAddress(next);
  };
  const chooseColumns = (chosen: readonly string[] | undefined) => {
    const next = withoutColumns(address);
    if (chosen !== undefined) next.set('columns', chosen.join(','));
    setAddress(next, { replace: true });
  };
  const { error, pages } = search;
  const last = pages.at(-1);
  const records = isRecords(last?.data) ? last.data : [];
  const schema = useMemo(() => schemaOf(entity, fields), [entity, fields]);
  return (
    <Stack gap="md">
      <SearchForm
        fields={fields}
        draft={draft}
        errors={(error instanceof ConnectoryError ? error.problem?.errors : undefined) ?? []}
        isSearching={search.isPending}
        onChange={(next) => {
          setDraft(next);
          // The errors belong to another search.
          search.reset();
        }}
        onSearch={begin}
      >
        <CopyAs call={call} connection={connection} effect="read" />
      </SearchForm>
      {error !== null && <Problem error={error} onRetry={begin} />}
      {last !== undefined && (
        <>
          <Freshness meta={last.meta as unknown as SearchMeta} />
          {last.meta.plan !== undefined && <SearchPlan plan={last.meta.plan as Plan} />}
        </>
      )}
      {aggregation === undefined ? (
        <ResponsePages
          pages={pages}
          records={{ recordKey: key, schema, columns, onColumns: chooseColumns }}
          isQuiet={!isRequested}
          isLoading={search.isPending}
          onNext={search.next}
        >
          {records.length > 0 && (
            <ExportButtons
              call={callOf(shown)}
              columns={(columns ?? firstColumnsOf(records, key)).map((name) => ({
                name,
                facts: fieldFacts(schema, name),
              }))}
            />
          )}
        </ResponsePages>
      ) : (
        <AggregateResult
          aggregation={aggregation}
          entity={entity}
          fields={fields}
          schema={schema}
          search={search}
          isQuiet={!isRequested}
        />
      )}
    </Stack>
  );
}

function withoutColumns(address: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(address);
  rest.delete('columns');
  return rest;
}

// A search field that is not a field of the record has its own format, and names with dots are names here.
function schemaOf({ record }: ConnectorEntity, fields: readonly SearchField[]): Readonly<Record<string, unknown>> {
  const members = fields.map(({ name, format }) => [
    name,
    { ...fieldFacts(record, name), ...(format !== undefined && { format }) },
  ]);
  return { properties: Object.fromEntries(members) };
}

interface SearchMeta {
  readonly synced_at: string | null;
  readonly took_ms: number;
  /** The number of matching records, if they were counted. */
  readonly total?: number;
}

function Freshness({ meta: { synced_at: syncedAt, took_ms: took, total } }: { readonly meta: SearchMeta }) {
  return (
    <Group gap="lg">
      <Text size="sm" c="dimmed">
        {syncedAt === null ? (
          'The copy is not complete yet.'
        ) : (
          <>
            Copy as of <Time at={syncedAt} />
          </>
        )}
      </Text>
      <Text size="sm" c="dimmed">
        Searched in {took.toLocaleString('en')} ms
      </Text>
      {total !== undefined && (
        <Text size="sm" c="dimmed">
          {total.toLocaleString('en')} matching {total === 1 ? 'record' : 'records'}
        </Text>
      )}
    </Group>
  );
}

/** How the store executed a search. */
export interface Plan {
  readonly dialect: string;
  readonly sql: string;
  readonly steps: readonly string[];
  readonly scans: boolean;
}

/** The plan of a search, to find out why it is slow. */
export function SearchPlan({ plan: { dialect, sql, steps, scans } }: { readonly plan: Plan }) {
  return (
    <Paper withBorder p="md" component="section" aria-label="Plan">
      <Stack gap="sm">
        <Group gap="xs">
          <Title order={2} size="h5">
            Plan
          </Title>
          <Badge variant="light" color={scans ? 'yellow' : 'green'} tt="none" miw="max-content">
            {scans ? 'Looks at every record' : 'Uses an index'}
          </Badge>
        </Group>
        <CodeView label={`Steps in ${dialect}`} text={steps.join('\n')} />
        <CodeView label="Statement" text={sql} />
      </Stack>
    </Paper>
  );
}
