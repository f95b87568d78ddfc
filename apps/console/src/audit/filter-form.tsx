import type { Connection } from '@connectory/client';
import { Button, Group, Paper, Select, Stack, TextInput } from '@mantine/core';
import { ListFilter } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { TimeInput } from '../shell/time-input.tsx';
import classes from './audit.module.css';
import type { EnteredFilter } from './audit-filter.ts';
import { stateWords } from './outcome.tsx';

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
