import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { ConditionsInput } from '../conditions/conditions-input.tsx';
import type { Conditions } from '../conditions/filter.ts';
import type { SearchField } from '../conditions/operators.ts';
import type { SubscriptionDraft } from './subscription-draft.ts';

interface FilterInputProps {
  readonly value: SubscriptionDraft['filter'];
  /** The search fields of the only selected entity; none otherwise. */
  readonly fields: readonly SearchField[];
  readonly fault: string | undefined;
  faultOf(index: number): string | undefined;
  onChange(filter: SubscriptionDraft['filter']): void;
}

const none: Conditions = { match: 'and', conditions: [] };

/** Conditions on the records of one entity, or a filter as JSON if it is more than a list of conditions. */
export function FilterInput({ value, fields, fault, faultOf, onChange }: FilterInputProps) {
  if (typeof value === 'string')
    return (
      <Textarea
        label="Filter"
        description="A filter of the search language, as JSON. Requires exactly one entity."
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        error={fault}
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
          emptyText="None: every record is delivered."
          faultOf={faultOf}
          onChange={onChange}
        />
      ) : (
        <WithoutFields count={value.conditions.length} onRemove={() => onChange(none)} />
      )}
      {fault !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          Conditions: {fault}
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
