import { Button, Group, Paper, SegmentedControl, Select, Stack, Switch } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { ConditionsInput } from '../conditions/conditions-input.tsx';
import { rowOf } from '../conditions/filter.ts';
import { isSortable, type SearchField } from '../conditions/operators.ts';
import type { SearchDraft } from './query.ts';

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
            faultOf={(index) => errors.find(({ field }) => rowOf(field) === index)?.message}
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
