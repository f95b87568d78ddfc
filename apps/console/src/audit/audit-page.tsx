import type { AuditFilter, Connection, AuditPage as PageOfEntries } from '@connectory/client';
import { Button, Group, Paper, Select, Stack, TextInput } from '@mantine/core';
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { ListFilter } from 'lucide-react';
import { type FormEvent, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { useConnections } from '../gateway/use-connections.ts';
import { useRightToManage, useTokens, useWorkspace } from '../gateway/use-workspace.ts';
import { Page } from '../shell/page.tsx';
import { Loaded } from '../shell/states.tsx';
import { TimeInput } from '../shell/time-input.tsx';
import classes from './audit.module.css';
import { Entries, stateWords } from './entries.tsx';

const purpose = 'read the audit';

/** The audit: who did what through the gateway, and the outcome. */
export function AuditPage() {
  const right = useRightToManage();
  return (
    <Page
      title="Audit"
      lead="Every call and every change of the workspace, newest first. Parameters, records and credentials are not stored."
    >
      <Loaded query={right} purpose={purpose}>
        {() => <FilteredAudit />}
      </Loaded>
    </Page>
  );
}

function FilteredAudit() {
  const [address, setAddress] = useSearchParams();
  const written = address.toString();
  const filter = useMemo(() => enteredFilter(new URLSearchParams(written)), [written]);
  const audit = useAudit(filter);
  const { data: connections } = useConnections();
  const tokens = useTokenNames();
  return (
    <Stack gap="lg">
      <FilterForm filter={filter} connections={connections ?? []} onFilter={(next) => setAddress(addressOf(next))} />
      <Loaded query={audit} purpose={purpose}>
        {({ pages }) => (
          <Entries
            entries={pages.flatMap(({ data }) => data)}
            names={{ tokens, connections }}
            hasOlder={audit.hasNextPage}
            isLoading={audit.isFetchingNextPage}
            isRefreshing={audit.isRefetching && !audit.isFetchingNextPage}
            onRefresh={() => void audit.refetch()}
            onOlder={() => void audit.fetchNextPage()}
          />
        )}
      </Loaded>
    </Stack>
  );
}

interface FilterFormProps {
  /** The current filter; the same object until it changes. */
  readonly filter: EnteredFilter;
  readonly connections: readonly Connection[];
  onFilter(filter: EnteredFilter): void;
}

const kinds = [
  { value: 'execute', label: 'Calls of actions' },
  { value: 'manage', label: 'Changes of the workspace' },
];
const states = Object.entries(stateWords).map(([value, label]) => ({ value, label }));

/** The form that filters the audit. */
export function FilterForm({ filter, connections, onFilter }: FilterFormProps) {
  const [entered, setEntered] = useState(filter);
  // A phone only has room for the entries while the form is closed.
  const [isOpen, setOpen] = useState(Object.keys(filter).length > 0);
  // The user navigated back to an earlier filter.
  useEffect(() => setEntered(filter), [filter]);
  const inputOf = (name: keyof EnteredFilter, label: string) => ({
    label,
    value: entered[name] ?? '',
    onChange: (value: string) => setEntered({ ...entered, [name]: value }),
  });
  const textOf = (name: keyof EnteredFilter, label: string) => {
    const { onChange, ...input } = inputOf(name, label);
    return {
      ...input,
      onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => onChange(currentTarget.value),
      placeholder: 'Any',
      autoComplete: 'off',
      spellCheck: false,
    };
  };
  const choiceOf = (name: keyof EnteredFilter, label: string) => {
    const { value, onChange } = inputOf(name, label);
    return {
      label,
      value: value === '' ? null : value,
      onChange: (chosen: string | null) => onChange(chosen ?? ''),
      placeholder: 'Any',
      clearable: true,
    };
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFilter(entered);
  };
  return (
    <Paper withBorder p="md">
      <form onSubmit={submit} noValidate aria-label="Filter">
        <Button
          className={classes.toggle ?? ''}
          variant="default"
          leftSection={<ListFilter size={16} aria-hidden />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide the filter' : 'Filter the entries'}
        </Button>
        <Stack gap="md" className={classes.entered ?? ''} mod={{ open: isOpen }}>
          <div className={classes.filters}>
            <Select
              {...choiceOf('connection_id', 'Connection')}
              searchable
              data={connections.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <Select {...choiceOf('kind', 'Kind')} data={kinds} />
            <TextInput {...textOf('entity', 'Entity')} />
            <TextInput {...textOf('action', 'Action')} />
            <Select {...choiceOf('state', 'State')} data={states} />
            <TextInput {...textOf('outcome', 'HTTP status')} inputMode="numeric" />
            <TimeInput {...inputOf('from', 'From')} />
            <TimeInput {...inputOf('to', 'Before')} />
          </div>
          <Group gap="xs">
            <Button type="submit" variant="default">
              Filter
            </Button>
            <Button variant="subtle" onClick={() => onFilter({})}>
              Clear the filter
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

/** The names of the filters, both in the URL and in the API. */
const filterNames = ['connection_id', 'kind', 'entity', 'action', 'state', 'outcome', 'from', 'to'] as const;

/** The entered value of each filter. */
export type EnteredFilter = Readonly<Partial<Record<(typeof filterNames)[number], string>>>;

/** Reads the filter from the query of a URL. */
export function enteredFilter(address: URLSearchParams): EnteredFilter {
  return Object.fromEntries(
    filterNames.map((name) => [name, address.get(name) ?? '']).filter(([, value]) => value !== ''),
  );
}

/** Writes a filter as the query of a URL. */
export function addressOf(filter: EnteredFilter): URLSearchParams {
  const entered = filterNames.map((name): [string, string] => [name, (filter[name] ?? '').trim()]);
  return new URLSearchParams(entered.filter(([, value]) => value !== ''));
}

/** Converts a filter to a request. The gateway reports errors in a filter that was typed into the URL. */
export function askedFilter({ outcome, ...others }: EnteredFilter): AuditFilter {
  return { ...(others as AuditFilter), ...(outcome !== undefined && { outcome: Number(outcome) }) };
}

/** The entries that match a filter, newest first, as far as they have been loaded. */
export function useAudit(filter: EnteredFilter): UseInfiniteQueryResult<InfiniteData<PageOfEntries, string | null>> {
  const { name, client } = useWorkspace();
  return useInfiniteQuery({
    queryKey: ['audit', name, filter],
    queryFn: ({ pageParam: cursor }) => client.audit.page(askedFilter(filter), cursor === null ? {} : { cursor }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    // Always reloaded, because the audit includes what was just done.
    staleTime: 0,
  });
}

/** The names of the tokens that this one may see, by their ids. */
export function useTokenNames(): ReadonlyMap<string, string> {
  const { data } = useTokens();
  return useMemo(() => new Map(data?.map(({ id, name }) => [id, name])), [data]);
}
