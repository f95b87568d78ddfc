import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { fieldLabel, type SearchField } from '../conditions/filter.ts';
import {
  type Aggregation,
  type GroupRow,
  isGroupable,
  maxGroups,
  maxValues,
  type Period,
  periods,
  type ValueRow,
  valueName,
  valueOperators,
} from './aggregation.ts';
import classes from './search.module.css';

interface AggregationInputProps {
  readonly fields: readonly SearchField[];
  readonly value: Aggregation;
  /** Errors from the gateway, by JSON pointer. */
  readonly errors: readonly { readonly field: string; readonly message: string }[];
  onChange(value: Aggregation): void;
}

/** The groups of an aggregation, and the values that are computed of each. */
export function AggregationInput({ fields, value, errors, onChange }: AggregationInputProps) {
  const { groups, values, timeZone } = value;
  const groupable = fields.filter(isGroupable);
  const free = groupable.filter(({ name }) => groups.every(({ field }) => field !== name));
  const [next] = free;
  const errorAt = (part: string) =>
    errors.find(({ field }) => `${field}/`.includes(`/query/aggregate/${part}/`))?.message;
  return (
    <Stack gap="md">
      <Rows
        title="Group by"
        emptyText={groups.length === 0 ? 'Without a group, there is one row for all records.' : undefined}
        addLabel="Add a group"
        onAdd={
          groups.length < maxGroups && next !== undefined
            ? () => onChange({ ...value, groups: [...groups, newGroup(next)] })
            : undefined
        }
      >
        {groups.map((group, index) => (
          <GroupInput
            key={group.field}
            position={index + 1}
            group={group}
            fields={groupable.filter((field) => field.name === group.field || free.includes(field))}
            error={errorAt(`group_by/${index}`)}
            onChange={(changed) => onChange({ ...value, groups: groups.with(index, changed) })}
            onRemove={() => onChange({ ...value, groups: groups.toSpliced(index, 1) })}
          />
        ))}
        {groups.some(({ by }) => by !== undefined) && (
          <Select
            label="Time zone"
            description="In which days, weeks, months and years begin"
            searchable
            allowDeselect={false}
            data={[...new Set([timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]}
            value={timeZone}
            onChange={(zone) => zone !== null && onChange({ ...value, timeZone: zone })}
            maw="20rem"
          />
        )}
      </Rows>
      <Rows
        title="Values"
        addLabel="Add a value"
        onAdd={
          values.length < maxValues
            ? () => onChange({ ...value, values: [...values, newValue(values, fields)] })
            : undefined
        }
      >
        {values.map((row, index) => (
          <ValueInput
            key={`${index} ${row.operator}`}
            position={index + 1}
            row={row}
            fields={fields}
            error={errorAt(`values/${valueName(row, groups).replaceAll('~', '~0').replaceAll('/', '~1')}`)}
            onChange={(changed) => onChange({ ...value, values: values.with(index, changed) })}
            onRemove={
              values.length === 1 ? undefined : () => onChange({ ...value, values: values.toSpliced(index, 1) })
            }
          />
        ))}
      </Rows>
    </Stack>
  );
}

const newGroup = ({ name, format }: SearchField): GroupRow =>
  format === undefined ? { field: name } : { field: name, by: 'month' };

// The first sum that is not there yet, or else the number of records again.
function newValue(values: readonly ValueRow[], fields: readonly SearchField[]): ValueRow {
  const sum = valueOperators.find(({ value }) => value === 'sum');
  const field = fields.find(
    (one) => sum?.fits(one) && !values.some((row) => row.operator === 'sum' && row.field === one.name),
  );
  return field === undefined ? { operator: 'count', field: '*' } : { operator: 'sum', field: field.name };
}

interface RowsProps {
  readonly title: string;
  /** The text if there are no rows. */
  readonly emptyText?: string | undefined;
  readonly addLabel: string;
  /** Adds a row; undefined if no more are possible. */
  readonly onAdd: (() => void) | undefined;
  readonly children: ReactNode;
}

function Rows({ title, emptyText, addLabel, onAdd, children }: RowsProps) {
  return (
    <Stack gap="xs" component="fieldset" m={0} p={0} style={{ border: 0, minWidth: 0 }}>
      <Text component="legend" size="sm" fw={600} p={0} mb={4}>
        {title}
      </Text>
      {emptyText !== undefined && (
        <Text size="sm" c="dimmed">
          {emptyText}
        </Text>
      )}
      {children}
      {onAdd !== undefined && (
        <Group>
          <Button size="compact-sm" variant="default" leftSection={<Plus size={14} aria-hidden />} onClick={onAdd}>
            {addLabel}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface RowProps {
  /** Its position among the rows, from 1. */
  readonly position: number;
  readonly fields: readonly SearchField[];
  /** The gateway's error for it. */
  readonly error: string | undefined;
}

interface GroupInputProps extends RowProps {
  readonly group: GroupRow;
  onChange(group: GroupRow): void;
  onRemove(): void;
}

function GroupInput({ position, group, fields, error, onChange, onRemove }: GroupInputProps) {
  const isTime = fields.find(({ name }) => name === group.field)?.format !== undefined;
  return (
    <div className={classes.row}>
      <Select
        aria-label={`Field of group ${position}`}
        searchable
        allowDeselect={false}
        data={fields.map((field) => ({ value: field.name, label: fieldLabel(field) }))}
        value={group.field}
        error={error}
        onChange={(name) => {
          const chosen = fields.find((field) => field.name === name);
          if (chosen !== undefined) onChange(newGroup(chosen));
        }}
      />
      {isTime ? (
        <Select
          aria-label={`Period of group ${position}`}
          allowDeselect={false}
          data={[...periods.map((by) => ({ value: by, label: `by ${by}` })), { value: '', label: 'by exact time' }]}
          value={group.by ?? ''}
          onChange={(by) => onChange(by ? { field: group.field, by: by as Period } : { field: group.field })}
        />
      ) : (
        <div />
      )}
      <RemoveButton label={`Remove group ${position}`} onClick={onRemove} />
    </div>
  );
}

interface ValueInputProps extends RowProps {
  readonly row: ValueRow;
  onChange(row: ValueRow): void;
  /** Removes it; undefined for the only one. */
  readonly onRemove: (() => void) | undefined;
}

function ValueInput({ position, row, fields, error, onChange, onRemove }: ValueInputProps) {
  const usable = valueOperators.filter(({ value, fits }) => value === row.operator || fields.some(fits));
  const fitting = (operator: string) => {
    const named = fields.filter((field) => valueOperators.find(({ value }) => value === operator)?.fits(field));
    const options = named.map((field) => ({ value: field.name, label: fieldLabel(field) }));
    return operator === 'count' ? [{ value: '*', label: 'All records' }, ...options] : options;
  };
  const choose = (operator: string) => {
    const options = fitting(operator);
    const field = options.some(({ value }) => value === row.field) ? row.field : options[0]?.value;
    if (field !== undefined) onChange({ operator, field });
  };
  return (
    <div className={classes.row}>
      <Select
        aria-label={`Operator of value ${position}`}
        allowDeselect={false}
        data={usable.map(({ value, label }) => ({ value, label }))}
        value={row.operator}
        onChange={(operator) => operator !== null && choose(operator)}
      />
      <Select
        aria-label={`Field of value ${position}`}
        searchable
        allowDeselect={false}
        data={fitting(row.operator)}
        value={row.field}
        error={error}
        onChange={(field) => field !== null && onChange({ ...row, field })}
      />
      {onRemove === undefined ? <div /> : <RemoveButton label={`Remove value ${position}`} onClick={onRemove} />}
    </div>
  );
}

function RemoveButton({ label, onClick }: { readonly label: string; onClick(): void }) {
  return (
    <Group>
      <Button variant="default" px="xs" onClick={onClick} aria-label={label}>
        <X size={16} aria-hidden />
      </Button>
    </Group>
  );
}
