import { Button, Group, Paper, SegmentedControl, Select, Stack, Switch, TextInput } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { ConditionsInput } from '../conditions/conditions-input.tsx';
import { fieldLabel, isSortable, rowOf, type SearchField } from '../conditions/filter.ts';
import { labelOf } from '../form/labels.ts';
import { aggregateColumns, countOfAll } from './aggregation.ts';
import { AggregationInput } from './aggregation-input.tsx';
import type { SearchDraft } from './search-draft.ts';
import { textFields } from './text-condition.ts';

const maxNamed = 4;

function inFields(fields: readonly SearchField[]): string {
  const names = fields.slice(0, maxNamed).map((field) => fieldLabel(field).toLowerCase());
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

/** What to find, conditions, order and page size of a search, from the search fields of an entity. */
export function SearchForm({ fields, draft, errors, isSearching, children, onChange, onSearch }: SearchFormProps) {
  const { match, conditions, aggregation, sort, limit, explain } = draft;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch();
  };
  const labelFor = (name: string) => {
    const field = fields.find((one) => one.name === name);
    return field === undefined ? labelOf(name) : fieldLabel(field);
  };
  const sortable =
    aggregation === undefined ? fields.filter(isSortable).map(({ name }) => name) : aggregateColumns(aggregation);
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
          <Group>
            <SegmentedControl
              aria-label="What to find"
              data={[
                { value: 'records', label: 'Records' },
                { value: 'groups', label: 'Count and group' },
              ]}
              value={aggregation === undefined ? 'records' : 'groups'}
              onChange={(value) =>
                onChange({
                  ...draft,
                  aggregation: value === 'groups' ? countOfAll() : undefined,
                  sort: undefined,
                })
              }
            />
          </Group>
          {aggregation !== undefined && (
            <AggregationInput
              fields={fields}
              value={aggregation}
              errors={errors}
              onChange={(next) => onChange({ ...draft, aggregation: next })}
            />
          )}
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
              placeholder={aggregation === undefined ? 'Key' : 'Groups'}
              searchable
              clearable
              clearButtonProps={{ 'aria-label': 'Do not sort' }}
              data={sortable.map((name) => ({ value: name, label: labelFor(name) }))}
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
              label={aggregation === undefined ? 'Records per page' : 'Maximum groups'}
              allowDeselect={false}
              data={limits}
              value={String(limit)}
              onChange={(value) => value !== null && onChange({ ...draft, limit: Number(value) })}
              w="10rem"
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
