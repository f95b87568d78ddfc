import { type Connection, type ConnectorEntity, ConnectoryError } from '@connectory/client';
import {
  Badge,
  Button,
  Group,
  Paper,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { ConditionsInput } from '../conditions/conditions-input.tsx';
import { isSortable, rowOf, type SearchField } from '../conditions/filter.ts';
import { labelOf } from '../form/labels.ts';
import { ConnectionSelect } from '../gateway/connection-select.tsx';
import { type ActionResponse, type Call, execute } from '../gateway/execute.ts';
import { useConnections, useManifest } from '../gateway/use-connections.ts';
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
import { ExportButtons } from './export-button.tsx';
import classes from './search.module.css';
import { addressOf, draftOf, paramsOf, type SearchDraft } from './search-draft.ts';
import { textFields } from './text-condition.ts';

interface SearchProps {
  readonly connectionId: string | undefined;
  readonly entity: string | undefined;
}

/** Searches the copy of any entity of any connection. */
export function SearchPage(chosen: SearchProps) {
  const connections = useConnections();
  const { mayRun } = useSession();
  return (
    <Page title="Search" lead="Search the synchronized copy, even where the vendor's own search is limited.">
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
  const { key } = entity;
  const fields = useMemo(() => searchFieldsOf(entity), [entity]);
  const [address, setAddress] = useSearchParams();
  const columns = address.get('columns')?.split(',');
  const searched = withoutColumns(address).toString();
  const [draft, setDraft] = useState(() => draftOf(address));
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
    const opened = draftOf(address);
    setDraft(opened);
    search.begin(callOf(opened).params);
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
      <ResponsePages
        pages={pages}
        records={{ recordKey: key, schema, columns, onColumns: chooseColumns }}
        isQuiet={!isRequested}
        isLoading={search.isPending}
        onNext={search.next}
      >
        {recordsOf(last).length > 0 && (
          <ExportButtons
            call={callOf(draftOf(address))}
            columns={(columns ?? firstColumnsOf(recordsOf(last), key)).map((name) => ({
              name,
              facts: fieldFacts(schema, name),
            }))}
          />
        )}
      </ResponsePages>
    </Stack>
  );
}

const recordsOf = (response: ActionResponse | undefined) => (isRecords(response?.data) ? response.data : []);

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

const maxNamed = 4;

function inFields(fields: readonly SearchField[]): string {
  const names = fields.slice(0, maxNamed).map(({ name }) => labelOf(name).toLowerCase());
  const others = fields.length - names.length;
  return others > 0 ? `${names.join(', ')} and ${others} more fields` : names.join(', ');
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
  const sortableFields = fields.filter(isSortable).map(({ name }) => ({ value: name, label: labelOf(name) }));
  return (
    <Paper withBorder p="md">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Group gap="xs" align="flex-end">
            <TextInput
              type="search"
              label="Search for"
              description={`Every word or a similar one, in ${inFields(textFields(fields))}`}
              placeholder="Words, a name, an email address, an ID"
              error={draft.text.trim() !== '' && !/[\p{L}\p{N}]/u.test(draft.text) && 'Enter a letter or a number.'}
              maxLength={200}
              dir="auto"
              value={draft.text}
              onChange={({ currentTarget }) => onChange({ ...draft, text: currentTarget.value })}
              flex="1 1 16rem"
            />
            <Button type="submit" loading={isSearching}>
              Search
            </Button>
          </Group>
          <ConditionsInput
            fields={fields}
            match={match}
            conditions={conditions}
            emptyText="Without a condition, every record matches."
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
