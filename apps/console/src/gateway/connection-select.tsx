import type { Connection } from '@connectory/client';
import { Select } from '@mantine/core';

interface ConnectionSelectProps {
  readonly connections: readonly Connection[];
  readonly value: string | undefined;
  onChange(id: string): void;
}

/** Selects a connection whose connector is installed. */
export function ConnectionSelect({ connections, value, onChange }: ConnectionSelectProps) {
  const usable = connections.filter(({ vendor }) => vendor !== null);
  return (
    <Select
      label="Connection"
      placeholder="Choose a connection"
      searchable
      allowDeselect={false}
      data={usable.map(({ id, name, vendor }) => ({
        value: id,
        label: name === vendor ? name : `${name} (${vendor})`,
      }))}
      value={value ?? null}
      onChange={(id) => id !== null && onChange(id)}
    />
  );
}
