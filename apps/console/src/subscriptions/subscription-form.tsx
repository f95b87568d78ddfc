import { type Connection, ConnectoryError, type NewSubscription } from '@connectory/client';
import { Button, Group, MultiSelect, Paper, Stack, Switch, TagsInput, Text, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useMemo, useState } from 'react';
import { ConditionsInput } from '../conditions/conditions-input.tsx';
import { type Conditions, rowOf, type SearchField } from '../conditions/filter.ts';
import { useSearchFields } from '../gateway/use-connections.ts';
import { Problem } from '../shell/states.tsx';
import { membersOf, type SubscriptionDraft } from './subscription-draft.ts';

interface SubscriptionFormProps {
  readonly start: SubscriptionDraft;
  readonly connections: readonly Connection[];
  /** The label of the button. */
  readonly command: string;
  /** The error of the gateway's response; null before. */
  readonly error: Error | null;
  readonly isSending: boolean;
  /** Additional inputs. */
  readonly children?: ReactNode;
  /** Called when the input changes, so that the gateway's response no longer applies. */
  onChange(): void;
  onSubmit(members: NewSubscription): void;
  onCancel?(): void;
}

const eventChoices = [
  { value: 'record.*', label: 'Changes of records' },
  { value: 'connection.*', label: 'All events of connections' },
  { value: 'connection.reauthorization_required', label: 'Connections that must be connected again' },
  { value: 'connection.degraded', label: 'Connections that begin to fail' },
  { value: 'connection.recovered', label: 'Connections that recover' },
  { value: 'connection.created', label: 'New connections' },
  { value: 'connection.removed', label: 'Deleted connections' },
  { value: 'sync.*', label: 'All events of copies' },
  { value: 'sync.failed', label: 'Copies that fail' },
  { value: 'sync.stale', label: 'Copies that are too old' },
  { value: 'sync.recovered', label: 'Copies that recover' },
  { value: 'connector.*', label: 'All events of connectors' },
  { value: 'connector.sunset', label: 'API versions that end' },
  { value: 'token.*', label: 'All events of tokens' },
  { value: 'token.created', label: 'New tokens' },
  { value: 'token.revoked', label: 'Revoked tokens' },
  { value: 'held.*', label: 'All events of held writes' },
  { value: 'held.created', label: 'Writes that wait for approval' },
  { value: 'held.approved', label: 'Approved writes' },
  { value: 'held.refused', label: 'Refused writes' },
  { value: 'held.executed', label: 'Executed writes' },
  { value: 'held.expired', label: 'Expired writes' },
  { value: 'audit.*', label: 'All audit entries' },
  { value: 'audit.recorded', label: 'Audit entries' },
] as const satisfies readonly {
  readonly value: NonNullable<NewSubscription['events']>[number];
  readonly label: string;
}[];

const notJson = 'is not a JSON object';

/** What a subscription delivers, and where. */
export function SubscriptionForm(props: SubscriptionFormProps) {
  const { start, connections, command, error, isSending, children, onChange, onSubmit, onCancel } = props;
  const [draft, setDraft] = useState(start);
  const [isNoJson, setNoJson] = useState(false);
  const connectors = useMemo(() => connectorsOf(connections, draft.connections), [connections, draft.connections]);
  const known = useSearchFields(connectors);
  const [entity, ...others] = draft.entities;
  const ofEntity = (entity !== undefined && others.length === 0 && known?.get(entity)) || [];
  const selected = draft.entities.length === 0 ? [...(known?.keys() ?? [])] : draft.entities;
  const fieldNames = [...new Set(selected.flatMap((name) => known?.get(name)?.map((field) => field.name) ?? []))];
  const fieldErrors = subscriptionErrors(error, draft);
  const change = (entered: Partial<SubscriptionDraft>) => {
    setDraft({ ...draft, ...entered });
    setNoJson(false);
    onChange();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    try {
      onSubmit(membersOf(draft, ofEntity));
    } catch {
      setNoJson(true);
    }
  };
  const isUnlocated = error !== null && !fieldErrors.isLocated;
  return (
    <Paper withBorder p="md" maw="48rem">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Name"
            value={draft.name}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            error={fieldErrors.name}
            maxLength={128}
            autoComplete="off"
            dir="auto"
            required
          />
          <TextInput
            label="URL"
            description="Receives the deliveries. It must be public and use https, unless the gateway allows it."
            value={draft.url}
            onChange={({ currentTarget }) => change({ url: currentTarget.value })}
            error={fieldErrors.url}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            required
          />
          <MultiSelect
            label="Events"
            description="What is delivered. Without any, changes of records."
            searchable
            data={[...eventChoices]}
            value={[...draft.events]}
            onChange={(types) => change({ events: types })}
          />
          <Switch
            label="Send a link to connect an account again"
            description="With each connection that needs a person to connect its account again."
            checked={draft.reconnectLinks}
            onChange={({ currentTarget }) => change({ reconnectLinks: currentTarget.checked })}
            error={fieldErrors.reconnectLinks}
          />
          <MultiSelect
            label="Connections"
            description="Without any, all connections, including those that are created later."
            searchable
            data={connections.map(({ id, name }) => ({ value: id, label: name }))}
            value={[...draft.connections]}
            onChange={(ids) => change({ connections: ids })}
            error={fieldErrors.connections}
          />
          <TagsInput
            label="Entities"
            description="Without any, all that have a synchronized copy."
            data={[...(known?.keys() ?? [])].sort()}
            value={[...draft.entities]}
            onChange={(names) => change({ entities: names })}
            error={fieldErrors.entities}
            maxDropdownHeight={240}
            autoComplete="off"
            acceptValueOnBlur
          />
          <FilterInput
            value={draft.filter}
            fields={ofEntity}
            fieldError={isNoJson ? notJson : fieldErrors.filter}
            errorOf={fieldErrors.condition}
            onChange={(filter) => change({ filter })}
          />
          <TagsInput
            label="Fields"
            description="Search fields to deliver; changes of other fields are left out. Without any, all fields."
            data={fieldNames.sort()}
            value={[...draft.fields]}
            onChange={(names) => change({ fields: names })}
            error={fieldErrors.fields}
            maxDropdownHeight={240}
            autoComplete="off"
            acceptValueOnBlur
          />
          {children}
          {isUnlocated && <Problem error={error} />}
          <Group gap="xs">
            <Button type="submit" loading={isSending} disabled={draft.name.trim() === '' || draft.url.trim() === ''}>
              {command}
            </Button>
            {onCancel !== undefined && (
              <Button variant="default" onClick={onCancel}>
                Cancel
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

// Only installed connectors have a manifest.
const connectorsOf = (all: readonly Connection[], ids: readonly string[]) => [
  ...new Set(all.filter(({ id, vendor }) => ids.includes(id) && vendor !== null).map(({ connector }) => connector)),
];

interface FilterInputProps {
  readonly value: SubscriptionDraft['filter'];
  /** The search fields of the only selected entity; none otherwise. */
  readonly fields: readonly SearchField[];
  readonly fieldError: string | undefined;
  errorOf(index: number): string | undefined;
  onChange(filter: SubscriptionDraft['filter']): void;
}

const none: Conditions = { match: 'and', conditions: [] };

/** Conditions on the records of one entity, or a filter as JSON if it is more than a list of conditions. */
function FilterInput({ value, fields, fieldError, errorOf, onChange }: FilterInputProps) {
  if (typeof value === 'string')
    return (
      <Textarea
        label="Filter"
        description="A filter of the search language, as JSON. Requires exactly one entity."
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        error={fieldError}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        spellCheck={false}
        autosize
        maxRows={16}
      />
    );
  return (
    <Stack gap={6}>
      {fields.length > 0 ? (
        <ConditionsInput
          {...value}
          fields={fields}
          emptyText="Without a condition, every change is delivered."
          errorOf={errorOf}
          onChange={onChange}
        />
      ) : (
        <WithoutFields count={value.conditions.length} onRemove={() => onChange(none)} />
      )}
      {fieldError !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          Conditions: {fieldError}
        </Text>
      )}
    </Stack>
  );
}

function WithoutFields({ count, onRemove }: { readonly count: number; onRemove(): void }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        Conditions
      </Text>
      <Text size="sm" c="dimmed">
        Choose connections and exactly one entity to set conditions on its records.
      </Text>
      {count > 0 && (
        <Group mt={6}>
          <Button size="compact-sm" variant="default" onClick={onRemove}>
            Remove {count === 1 ? 'the condition' : `${count} conditions`}
          </Button>
        </Group>
      )}
    </div>
  );
}

/** The errors of each input of a subscription. */
interface SubscriptionErrors {
  readonly name: string | undefined;
  readonly url: string | undefined;
  readonly connections: string | undefined;
  readonly entities: string | undefined;
  readonly fields: string | undefined;
  readonly filter: string | undefined;
  readonly reconnectLinks: string | undefined;
  /** Whether every error belongs to an input. */
  readonly isLocated: boolean;
  /** The error of a condition, by its index. */
  condition(index: number): string | undefined;
}

/** The errors the gateway found in a subscription, by input. */
function subscriptionErrors(error: Error | null, draft: SubscriptionDraft): SubscriptionErrors {
  const { code, problem } = error instanceof ConnectoryError ? error : { code: undefined, problem: undefined };
  const errors = problem?.errors ?? [];
  const message = problem?.detail ?? error?.message;
  const inputs = ['name', 'url', 'connections', 'entities', 'fields', 'filter', 'from', 'reconnect_links'];
  const inputOf = (field: string) => (rowOf(field) === undefined ? field.split('/')[1] : 'filter');
  const below = (input: 'name' | 'url' | 'connections' | 'entities' | 'fields') => {
    const found = errors.find(({ field }) => inputOf(field) === input);
    if (found === undefined) return undefined;
    const index = found.field.split('/')[2];
    const entered = index === undefined ? undefined : draft[input][Number(index)];
    return entered === undefined ? found.message : `${entered} ${found.message}`;
  };
  const named = (wanted: string) => (code === wanted ? message : undefined);
  const isNamed = code === 'connector_not_found' || code === 'unknown_entity';
  const ofFilter = errors.find(({ field }) => field.startsWith('/filter') || field.startsWith('/params/query'));
  return {
    name: below('name'),
    url: below('url'),
    connections: below('connections') ?? named('connector_not_found'),
    entities: below('entities') ?? named('unknown_entity'),
    fields: below('fields'),
    reconnectLinks: errors.find(({ field }) => field === '/reconnect_links')?.message,
    filter: ofFilter !== undefined && rowOf(ofFilter.field) === undefined ? ofFilter.message : undefined,
    isLocated:
      isNamed ||
      (errors.length > 0 &&
        errors.every(({ field }) => inputs.includes(inputOf(field) ?? '') || field === ofFilter?.field)),
    condition: (index) => errors.find(({ field }) => rowOf(field) === index)?.message,
  };
}
