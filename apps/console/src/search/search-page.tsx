import { type Connection, type ConnectorEntity, ConnectoryError } from '@connectory/client';
import { Badge, Button, Group, Paper, SegmentedControl, Select, Stack, Switch, Text, Title } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { ConditionsInput } from '../conditions/conditions-input.tsx';
import { isSortable, rowOf, type SearchField } from '../conditions/filter.ts';
import { ConnectionSelect } from '../gateway/connection-select.tsx';
import { type Call, execute } from '../gateway/execute.ts';
import { useConnections, useManifest } from '../gateway/use-connections.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { CopyAs } from '../results/copy-as.tsx';
import { CodeView } from '../results/json-view.tsx';
import { ResponsePages, useResponsePages } from '../results/response-pages.tsx';
import { useSession } from '../session/session.tsx';
import { Page } from '../shell/page.tsx';
import { Empty, Loaded, NeedsWorkspaceToken, Problem } from '../shell/states.tsx';
import { Time } from '../shell/text.tsx';
import classes from './search.module.css';
import { addressOf, draftOf, paramsOf, type SearchDraft } from './search-draft.ts';

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

interface EntitySearchProps {
  readonly connection: Connection;
  readonly entity: ConnectorEntity;
}

/** Searches the copy of one entity: the form, the age of the copy, the records, and the plan if requested. */
export function EntitySearch({ connection, entity }: EntitySearchProps) {
  const { client } = useSession();
  const [address, setAddress] = useSearchParams();
  const searched = address.toString();
  const [draft, setDraft] = useState(() => draftOf(address));
  const fields = useMemo(() => entity.search?.fields.filter(({ absent }) => absent === undefined) ?? [], [entity]);
  const params = paramsOf(draft, fields);
  const call: Call = { connectionId: connection.id, entity: entity.name, action: 'context_store_search', params };
  const search = useResponsePages((pageParams) => execute(client, { ...call, params: pageParams }));
  // The search in the URL is the one whose records are shown, after a reload and after going back too.
  useEffect(() => {
    const opened = draftOf(address);
    setDraft(opened);
    search.begin(paramsOf(opened, fields));
  }, [searched]);
  const begin = () => {
    const next = addressOf(draft, fields);
    if (next.toString() === searched) search.begin(params);
    else setAddress(next);
  };
  const { error, pages } = search;
  const last = pages.at(-1);
  return (
    <Stack gap="md">
      <SearchForm
        fields={fields}
        draft={draft}
        errors={(error instanceof ConnectoryError ? error.problem?.errors : undefined) ?? []}
        isSearching={search.isPending}
        onChange={(next) => {
          setDraft(next);
          // The pages and errors belong to another search.
          search.clear();
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
      <ResponsePages pages={pages} recordKey={entity.key} isLoading={search.isPending} onNext={search.next} />
    </Stack>
  );
}

interface SearchMeta {
  readonly synced_at: string | null;
  readonly took_ms: number;
}

function Freshness({ meta: { synced_at: syncedAt, took_ms: took } }: { readonly meta: SearchMeta }) {
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
    </Group>
  );
}

const limits = ['25', '100', '1000', '10000'];

interface SearchFormProps {
  readonly fields: readonly SearchField[];
  readonly draft: SearchDraft;
  /** Errors from the gateway, by JSON pointer. */
  readonly errors: readonly { readonly field: string; readonly message: string }[];
  readonly isSearching: boolean;
  /** Additional buttons. */
  readonly children: ReactNode;
  onChange(draft: SearchDraft): void;
  onSearch(): void;
}

/** Conditions, order and page size of a search, from the search fields of an entity. */
export function SearchForm({ fields, draft, errors, isSearching, children, onChange, onSearch }: SearchFormProps) {
  const { match, conditions, sort, limit, explain } = draft;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch();
  };
  const sortableFields = fields.filter(isSortable).map(({ name }) => name);
  return (
    <Paper withBorder p="md">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <ConditionsInput
            fields={fields}
            match={match}
            conditions={conditions}
            emptyText="None: every record is found."
            errorOf={(index) => errors.find(({ field }) => rowOf(field) === index)?.message}
            onChange={(next) => onChange({ ...draft, ...next })}
          />
          <Group align="flex-end" gap="md">
            <Select
              label="Sort by"
              placeholder="Key"
              searchable
              clearable
              clearButtonProps={{ 'aria-label': 'Do not sort' }}
              data={sortableFields}
              value={sort?.field ?? null}
              onChange={(field) =>
                onChange({
                  ...draft,
                  sort: field === null ? undefined : { field, direction: sort?.direction ?? 'asc' },
                })
              }
            />
            {sort !== undefined && (
              <SegmentedControl
                aria-label="Direction"
                data={[
                  { value: 'asc', label: 'Ascending' },
                  { value: 'desc', label: 'Descending' },
                ]}
                value={sort.direction}
                onChange={(value) =>
                  onChange({ ...draft, sort: { field: sort.field, direction: value === 'desc' ? 'desc' : 'asc' } })
                }
              />
            )}
            <Select
              label="Records per page"
              allowDeselect={false}
              data={limits}
              value={String(limit)}
              onChange={(value) => value !== null && onChange({ ...draft, limit: Number(value) })}
              w="9rem"
            />
            <Switch
              label="Explain"
              checked={explain}
              onChange={({ currentTarget }) => onChange({ ...draft, explain: currentTarget.checked })}
              mb={8}
            />
          </Group>
          <Group gap="xs">
            <Button type="submit" loading={isSearching}>
              Search
            </Button>
            {children}
          </Group>
        </Stack>
      </form>
    </Paper>
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
