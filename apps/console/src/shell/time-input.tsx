import { TextInput } from '@mantine/core';

interface TimeInputProps {
  readonly label: string;
  /** UTC, as ISO 8601; empty for none. */
  readonly value: string;
  /** Its error. */
  readonly error?: string | undefined;
  onChange(value: string): void;
}

/** The input of a time in the person's time zone. */
export function TimeInput({ label, value, error, onChange }: TimeInputProps) {
  return (
    <TextInput
      type="datetime-local"
      label={label}
      error={error}
      value={localTime(value)}
      onChange={({ currentTarget }) => onChange(utcTime(currentTarget.value))}
    />
  );
}

const minuteLength = 60_000;
const toMinutes = 16;

function localTime(value: string): string {
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) return '';
  return new Date(time.getTime() - time.getTimezoneOffset() * minuteLength).toISOString().slice(0, toMinutes);
}

const utcTime = (local: string) => (local === '' ? '' : new Date(local).toISOString());
