import { Select, Stack } from '@mantine/core';
import { faultsOf } from '../gateway/faults.ts';
import { TimeInput } from '../shell/time-input.tsx';

/** Where deliveries start: with the next change, with all available changes, or with those since a time. */
export type Start = { readonly kind: 'now' | 'beginning' } | { readonly kind: 'time'; readonly time: string };

/** The `from` parameter of a request for a start. */
export const startOf = (start: Start): string => (start.kind === 'time' ? start.time : start.kind);

const choices: readonly { readonly value: Start['kind']; readonly label: string }[] = [
  { value: 'now', label: 'The next change' },
  { value: 'beginning', label: 'The oldest change that is available' },
  { value: 'time', label: 'Changes since a time' },
];

interface StartInputProps {
  readonly label: string;
  readonly value: Start;
  /** The error of the gateway's response. */
  readonly error: Error | null;
  onChange(start: Start): void;
}

/** Selects where deliveries start. */
export function StartInput({ label, value, error, onChange }: StartInputProps) {
  const fault = faultsOf(error)('/from');
  const choose = (kind: string | null) => onChange(kind === 'time' ? { kind, time: '' } : { kind: kind as 'now' });
  return (
    <Stack gap="xs">
      <Select
        label={label}
        allowDeselect={false}
        data={[...choices]}
        value={value.kind}
        onChange={choose}
        error={value.kind === 'time' ? undefined : fault}
      />
      {value.kind === 'time' && (
        <TimeInput
          label="Since"
          value={value.time}
          error={fault}
          onChange={(time) => onChange({ kind: 'time', time })}
        />
      )}
    </Stack>
  );
}
