import type { Connection, NewSubscription } from '@connectory/client';
import { Button, Group, MultiSelect, Paper, Stack, TagsInput, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useMemo, useState } from 'react';
import { useSearchFields } from '../gateway/use-search-fields.ts';
import { Problem } from '../shell/problem.tsx';
import { FilterInput } from './filter-input.tsx';
import { membersOf, type SubscriptionDraft } from './subscription-draft.ts';
import { faultsOfSubscription } from './subscription-faults.ts';

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
  const faults = faultsOfSubscription(error, draft);
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
  const isUnlocated = error !== null && !faults.isLocated;
  return (
    <Paper withBorder p="md" maw="48rem">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Name"
            value={draft.name}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            error={faults.name}
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
            error={faults.url}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            required
          />
          <MultiSelect
            label="Connections"
            description="Without any, all connections, including those that are created later."
            searchable
            data={connections.map(({ id, name }) => ({ value: id, label: name }))}
            value={[...draft.connections]}
            onChange={(ids) => change({ connections: ids })}
            error={faults.connections}
          />
          <TagsInput
            label="Entities"
            description="Without any, all that have a synchronized copy."
            data={[...(known?.keys() ?? [])].sort()}
            value={[...draft.entities]}
            onChange={(names) => change({ entities: names })}
            error={faults.entities}
            maxDropdownHeight={240}
            autoComplete="off"
            acceptValueOnBlur
          />
          <FilterInput
            value={draft.filter}
            fields={ofEntity}
            fault={isNoJson ? notJson : faults.filter}
            faultOf={faults.condition}
            onChange={(filter) => change({ filter })}
          />
          <TagsInput
            label="Fields"
            description="Search fields to deliver; changes of other fields are left out. Without any, all fields."
            data={fieldNames.sort()}
            value={[...draft.fields]}
            onChange={(names) => change({ fields: names })}
            error={faults.fields}
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
