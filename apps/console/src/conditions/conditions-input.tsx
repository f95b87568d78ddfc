import {
  Autocomplete,
  Button,
  Group,
  type OptionsFilter,
  SegmentedControl,
  Select,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { PersonalMark } from '../results/personal-mark.tsx';
import classes from './conditions.module.css';
import { dayOf, momentOf } from './day.ts';
import {
  type ConditionRow,
  type Conditions,
  fieldLabel,
  type Operand,
  type Operator,
  operatorLabel,
  operatorsOf,
  type SearchField,
} from './filter.ts';

interface ConditionsInputProps extends Conditions {
  readonly fields: readonly SearchField[];
  /** The text while there are no conditions. */
  readonly emptyText: string;
  /** The operators for a field; by default all that its type supports. */
  operatorsFor?(field: SearchField): readonly Operator[];
  /** The gateway's error for a condition, by its index. */
  errorOf(index: number): string | undefined;
  onChange(conditions: Conditions): void;
}

/** Conditions on the search fields of an entity, all or any of which must match. */
export function ConditionsInput(props: ConditionsInputProps) {
  const { fields, match, conditions, emptyText, operatorsFor = operatorsOf, errorOf, onChange } = props;
  const add = () => {
    const [field] = fields;
    if (field === undefined) return;
    const id = 1 + Math.max(0, ...conditions.map((row) => row.id));
    const [operator] = operatorsFor(field);
    const row = { id, field: field.name, operator: operator?.value ?? 'eq', operand: [] };
    onChange({ match, conditions: [...conditions, row] });
  };
  return (
    <Stack gap="xs" component="fieldset" m={0} p={0} style={{ border: 0, minWidth: 0 }}>
      <Group justify="space-between" mb={4}>
        <Text component="legend" size="sm" fw={600} p={0}>
          Conditions
        </Text>
        {conditions.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label="How the conditions combine"
            data={[
              { value: 'and', label: 'Match all' },
              { value: 'or', label: 'Match any' },
            ]}
            value={match}
            onChange={(value) => onChange({ match: value === 'or' ? 'or' : 'and', conditions })}
          />
        )}
      </Group>
      {conditions.length === 0 && (
        <Text size="sm" c="dimmed">
          {emptyText}
        </Text>
      )}
      {conditions.map((row, index) => (
        <ConditionInput
          key={row.id}
          row={row}
          fields={fields}
          operatorsFor={operatorsFor}
          place={index + 1}
          fieldError={errorOf(index)}
          onChange={(next) => onChange({ match, conditions: conditions.with(index, next) })}
          onRemove={() => onChange({ match, conditions: conditions.toSpliced(index, 1) })}
        />
      ))}
      <Group>
        <Button size="compact-sm" variant="default" leftSection={<Plus size={14} aria-hidden />} onClick={add}>
          Add a condition
        </Button>
      </Group>
    </Stack>
  );
}

interface ConditionInputProps {
  readonly row: ConditionRow;
  readonly fields: readonly SearchField[];
  operatorsFor(field: SearchField): readonly Operator[];
  /** Its position among the conditions, from 1. */
  readonly place: number;
  /** The gateway's error for it. */
  readonly fieldError: string | undefined;
  onChange(row: ConditionRow): void;
  onRemove(): void;
}

/** One condition: a field, an operator its type supports, and the operand. */
function ConditionInput({ row, fields, operatorsFor, place, fieldError, onChange, onRemove }: ConditionInputProps) {
  const field = fields.find(({ name }) => name === row.field);
  const operators = field === undefined ? [] : operatorsFor(field);
  // One that came with a URL.
  const isListed = operators.some(({ value }) => value === row.operator);
  const shownOperators = [
    ...operators.map(({ value, label }) => ({ value, label })),
    ...(isListed ? [] : [{ value: row.operator, label: operatorLabel(row.operator) }]),
  ];
  const operand = operators.find(({ value }) => value === row.operator)?.operand ?? 'one';
  const choose = (name: string) => {
    const next = fields.find((candidate) => candidate.name === name);
    const isKept = next !== undefined && operatorsFor(next).some(({ value }) => value === row.operator);
    const [first] = next === undefined ? [] : operatorsFor(next);
    onChange({ ...row, field: name, operator: isKept ? row.operator : (first?.value ?? 'eq'), operand: [] });
  };
  return (
    <div className={classes.condition}>
      <Select
        aria-label={`Field of condition ${place}`}
        searchable
        allowDeselect={false}
        data={fields.map((field) => ({ value: field.name, label: fieldLabel(field) }))}
        filter={byLabelOrName}
        renderOption={({ option }) => (
          <Group gap="xs">
            {option.label}
            <PersonalMark kind={fields.find(({ name }) => name === option.value)?.personal} />
          </Group>
        )}
        value={row.field}
        onChange={(name) => name !== null && choose(name)}
      />
      <Select
        aria-label={`Operator of condition ${place}`}
        allowDeselect={false}
        data={shownOperators}
        value={row.operator}
        onChange={(operator) => operator !== null && onChange({ ...row, operator })}
      />
      <OperandInput
        label={`Value of condition ${place}`}
        operand={operand}
        field={field}
        value={row.operand}
        fieldError={fieldError}
        onChange={(entered) => onChange({ ...row, operand: entered })}
      />
      <Group>
        <Button variant="default" px="xs" onClick={onRemove} aria-label={`Remove condition ${place}`}>
          <X size={16} aria-hidden />
        </Button>
      </Group>
    </div>
  );
}

const byLabelOrName: OptionsFilter = ({ options, search }) => {
  const wanted = search.trim().toLowerCase();
  const fits = (text: string) => text.toLowerCase().includes(wanted);
  return options.filter((option) => 'value' in option && (fits(option.label) || fits(option.value)));
};

interface OperandInputProps {
  readonly label: string;
  readonly operand: Operand;
  readonly field: SearchField | undefined;
  readonly value: readonly string[];
  readonly fieldError: string | undefined;
  onChange(value: readonly string[]): void;
}

function OperandInput({ label, operand, field, value, fieldError, onChange }: OperandInputProps) {
  const shared = { 'aria-label': label, error: fieldError };
  const { type = 'string', format, values = [] } = field ?? {};
  if (operand === 'none') return <div />;
  if (operand === 'many')
    return (
      <TagsInput
        {...shared}
        value={[...value]}
        onChange={onChange}
        data={[...values]}
        placeholder={value.length === 0 ? 'Values; Enter adds one' : ''}
      />
    );
  if (type === 'boolean')
    return (
      <Select
        {...shared}
        data={['true', 'false']}
        value={value[0] ?? null}
        onChange={(chosen) => onChange(chosen === null ? [] : [chosen])}
      />
    );
  if (format !== undefined)
    return (
      <TextInput
        {...shared}
        type="date"
        value={dayOf(value[0] ?? '', format)}
        onChange={({ currentTarget }) => onChange([momentOf(currentTarget.value, format)])}
      />
    );
  if (values.length > 0)
    return (
      <Autocomplete
        {...shared}
        data={[...values]}
        placeholder="Choose, or type another value"
        value={value[0] ?? ''}
        onChange={(entered) => onChange([entered])}
      />
    );
  return (
    <TextInput
      {...shared}
      inputMode={type === 'integer' || type === 'number' || type === 'decimal' ? 'decimal' : undefined}
      dir="auto"
      autoComplete="off"
      value={value[0] ?? ''}
      onChange={({ currentTarget }) => onChange([currentTarget.value])}
    />
  );
}
