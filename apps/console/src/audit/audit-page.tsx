import type { Connection, AuditPage as PageOfEntries, Token } from '@connectory/client';
import { Button, Chip, Group, Paper, Select, Stack, TextInput } from '@mantine/core';
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { ListFilter } from 'lucide-react';
import { type FormEvent, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { useConnections } from '../gateway/use-connections.ts';
import { useRightToManage, useTokenNames, useTokens, useWorkspace } from '../gateway/use-workspace.ts';
import { Page } from '../shell/page.tsx';
import { Loaded } from '../shell/states.tsx';
import { TimeInput } from '../shell/time-input.tsx';
import classes from './audit.module.css';
import { Entries, stateWords, viaWords } from './entries.tsx';
import { addressOf, askedFilter, type EnteredFilter, enteredFilter } from './filter.ts';

const purpose = 'read the audit';
const liveMilliseconds = 3_000;

/** The calls and changes of the workspace: who did what through the gateway, and the outcome. */
export function AuditPage() {
  const right = useRightToManage();
  return (
    <Page
      title="Calls"
      lead="Every call and every change of the workspace, newest first. Records, credentials and parameters other than keys are not stored."
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
  const [isLive, setLive] = useState(false);
  const audit = useAudit(filter, isLive);
  const { data: connections } = useConnections();
  const tokens = useTokenNames();
  const { data: tokenList } = useTokens();
  const show = (next: EnteredFilter) => setAddress(addressOf(next));
  return (
    <Stack gap="lg">
      <FilterForm filter={filter} connections={connections ?? []} tokens={tokenList ?? []} onFilter={show} />
      <StatusChips filter={filter} onFilter={show} />
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
            isLive={isLive}
            onLive={setLive}
            onNarrow={(more) => show({ ...filter, ...more })}
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
  readonly tokens: readonly Token[];
  onFilter(filter: EnteredFilter): void;
}

const statuses: Readonly<Record<string, { readonly label: string; readonly filter: EnteredFilter }>> = {
  all: { label: 'All', filter: {} },
  succeeded: { label: 'Succeeded', filter: { failed: 'false', state: 'finished' } },
  failed: { label: 'Failed', filter: { failed: 'true' } },
  started: { label: stateWords.started, filter: { state: 'started' } },
  interrupted: { label: stateWords.interrupted, filter: { state: 'interrupted' } },
};

/** Chips that show only requests with one outcome. */
function StatusChips({ filter, onFilter }: Pick<FilterFormProps, 'filter' | 'onFilter'>) {
  const { failed, state, ...others } = filter;
  const chosen = Object.entries(statuses).find(
    ([, { filter: status }]) => status.failed === failed && status.state === state,
  );
  return (
    <Chip.Group
      value={chosen?.[0] ?? (failed === 'false' ? 'succeeded' : null)}
      onChange={(name) => onFilter({ ...others, ...statuses[name as string]?.filter })}
    >
      <Group gap="xs" role="radiogroup" aria-label="Outcome">
        {Object.entries(statuses).map(([name, { label }]) => (
          <Chip key={name} value={name} size="xs">
            {label}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}

const kinds = [
  { value: 'execute', label: 'Calls of actions' },
  { value: 'manage', label: 'Changes of the workspace' },
];
const vias = Object.entries(viaWords).map(([value, label]) => ({ value, label }));
const states = Object.entries(stateWords).map(([value, label]) => ({ value, label }));

/** The form that filters the audit. */
function FilterForm({ filter, connections, tokens, onFilter }: FilterFormProps) {
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
            <TextInput {...textOf('record_key', 'Record')} />
            <Select
              {...choiceOf('token_id', 'Token')}
              searchable
              data={tokens.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <TextInput {...textOf('person', 'Person')} placeholder="Any name or ID" />
            <Select {...choiceOf('via', 'Sent by')} data={vias} />
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

/** The entries that match a filter, newest first, as far as they have been loaded. */
function useAudit(
  filter: EnteredFilter,
  isLive: boolean,
): UseInfiniteQueryResult<InfiniteData<PageOfEntries, string | null>> {
  const { name, client } = useWorkspace();
  return useInfiniteQuery({
    queryKey: ['audit', name, filter],
    queryFn: ({ pageParam: cursor }) => client.audit.page(askedFilter(filter), cursor === null ? {} : { cursor }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    // Always reloaded, because the audit includes what was just done.
    staleTime: 0,
    refetchInterval: isLive && liveMilliseconds,
  });
}
