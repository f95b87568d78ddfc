import { Button, Group, Select, TagsInput, TextInput } from '@mantine/core';
import { X } from 'lucide-react';
import classes from './conditions.module.css';
import type { ConditionRow } from './filter.ts';
import { type Operand, operatorsOf, type SearchField } from './operators.ts';

interface ConditionInputProps {
  readonly row: ConditionRow;
  readonly fields: readonly SearchField[];
  /** Its position among the conditions, from 1. */
  readonly place: number;
  /** The gateway's error for it. */
  readonly fault: string | undefined;
  onChange(row: ConditionRow): void;
  onRemove(): void;
}

/** One condition: a field, an operator its type supports, and the operand. */
export function ConditionInput({ row, fields, place, fault, onChange, onRemove }: ConditionInputProps) {
  const field = fields.find(({ name }) => name === row.field);
  const operators = field === undefined ? [] : operatorsOf(field);
  const operand = operators.find(({ value }) => value === row.operator)?.operand ?? 'one';
  const choose = (name: string) => {
    const next = fields.find((candidate) => candidate.name === name);
    const isKept = next !== undefined && operatorsOf(next).some(({ value }) => value === row.operator);
    const [first] = next === undefined ? [] : operatorsOf(next);
    onChange({ ...row, field: name, operator: isKept ? row.operator : (first?.value ?? 'eq'), operand: [] });
  };
  return (
    <div className={classes.condition}>
      <Select
        aria-label={`Field of condition ${place}`}
        searchable
        allowDeselect={false}
        data={fields.map(({ name, type }) => ({ value: name, label: `${name} (${type})` }))}
        value={row.field}
        onChange={(name) => name !== null && choose(name)}
      />
      <Select
        aria-label={`Operator of condition ${place}`}
        allowDeselect={false}
        data={operators.map(({ value, label }) => ({ value, label }))}
        value={row.operator}
        onChange={(operator) => operator !== null && onChange({ ...row, operator })}
      />
      <OperandInput
        label={`Value of condition ${place}`}
        operand={operand}
        type={field?.type ?? 'string'}
        value={row.operand}
        fault={fault}
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

interface OperandInputProps {
  readonly label: string;
  readonly operand: Operand;
  readonly type: string;
  readonly value: readonly string[];
  readonly fault: string | undefined;
  onChange(value: readonly string[]): void;
}

function OperandInput({ label, operand, type, value, fault, onChange }: OperandInputProps) {
  const shared = { 'aria-label': label, error: fault };
  if (operand === 'none') return <div />;
  if (operand === 'many')
    return (
      <TagsInput
        {...shared}
        value={[...value]}
        onChange={onChange}
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
  return (
    <TextInput
      {...shared}
      dir="auto"
      autoComplete="off"
      value={value[0] ?? ''}
      onChange={({ currentTarget }) => onChange([currentTarget.value])}
    />
  );
}
