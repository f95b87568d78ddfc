import { Button, Group, Paper, SegmentedControl, Select, Stack, Switch, Text } from '@mantine/core';
import { Plus } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { ConditionInput } from './condition-input.tsx';
import { isSortable, operatorsOf, type SearchField } from './operators.ts';
import { type ConditionRow, rowOf, type SearchDraft } from './query.ts';

const limits = ['25', '100', '1000', '10000'];

interface SearchFormProps {
  readonly fields: readonly SearchField[];
  readonly draft: SearchDraft;
  /** Faults the gateway found, by JSON pointer. */
  readonly errors: readonly { readonly field: string; readonly message: string }[];
  readonly isSearching: boolean;
  /** More buttons. */
  readonly children: ReactNode;
  onChange(draft: SearchDraft): void;
  onSearch(): void;
}

/** Conditions, order and size of a search, from the search fields of an entity. */
export function SearchForm({ fields, draft, errors, isSearching, children, onChange, onSearch }: SearchFormProps) {
  const lastId = useRef(0);
  const { match, conditions, sort, limit, explain } = draft;
  const setRows = (rows: readonly ConditionRow[]) => onChange({ ...draft, conditions: rows });
  const add = () => {
    const [field] = fields;
    if (field === undefined) return;
    lastId.current += 1;
    const [operator] = operatorsOf(field);
    setRows([...conditions, { id: lastId.current, field: field.name, operator: operator?.value ?? 'eq', operand: [] }]);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch();
  };
  const sortableFields = fields.filter(isSortable).map(({ name }) => name);
  return (
    <Paper withBorder p="md">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Stack gap="xs" component="fieldset" m={0} p={0} style={{ border: 0, minWidth: 0 }}>
            <Group justify="space-between" mb={4}>
              <Text component="legend" size="sm" fw={600} p={0}>
                Conditions
              </Text>
              {conditions.length > 1 && (
                <SegmentedControl
                  size="xs"
                  aria-label="Which conditions must hold"
                  data={[
                    { value: 'and', label: 'All must hold' },
                    { value: 'or', label: 'Any may hold' },
                  ]}
                  value={match}
                  onChange={(value) => onChange({ ...draft, match: value === 'or' ? 'or' : 'and' })}
                />
              )}
            </Group>
            {conditions.length === 0 && (
              <Text size="sm" c="dimmed">
                None: every record is found.
              </Text>
            )}
            {conditions.map((row, index) => (
              <ConditionInput
                key={row.id}
                row={row}
                fields={fields}
                place={index + 1}
                fault={errors.find(({ field }) => rowOf(field) === index)?.message}
                onChange={(next) => setRows(conditions.with(index, next))}
                onRemove={() => setRows(conditions.toSpliced(index, 1))}
              />
            ))}
            <Group>
              <Button size="compact-sm" variant="default" leftSection={<Plus size={14} aria-hidden />} onClick={add}>
                Add a condition
              </Button>
            </Group>
          </Stack>
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
