import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { Plus } from 'lucide-react';
import { ConditionInput } from './condition-input.tsx';
import type { Conditions } from './filter.ts';
import { operatorsOf, type SearchField } from './operators.ts';

interface ConditionsInputProps extends Conditions {
  readonly fields: readonly SearchField[];
  /** The text while there are no conditions. */
  readonly emptyText: string;
  /** The gateway's error for a condition, by its index. */
  faultOf(index: number): string | undefined;
  onChange(conditions: Conditions): void;
}

/** Conditions on the search fields of an entity, all or any of which must match. */
export function ConditionsInput({ fields, match, conditions, emptyText, faultOf, onChange }: ConditionsInputProps) {
  const add = () => {
    const [field] = fields;
    if (field === undefined) return;
    const id = 1 + Math.max(0, ...conditions.map((row) => row.id));
    const [operator] = operatorsOf(field);
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
            aria-label="Which conditions must hold"
            data={[
              { value: 'and', label: 'All must hold' },
              { value: 'or', label: 'Any may hold' },
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
          place={index + 1}
          fault={faultOf(index)}
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
