import type { Connection, ConnectorManifest } from '@connectory/client';
import { Text, TextInput } from '@mantine/core';
import type { Faults } from '../gateway/faults.ts';
import { ForeignText } from '../shell/foreign-text.tsx';
import { SettingInputs, settingsOf } from './setting-inputs.tsx';

/** The connector of the account to connect, and the connection to reconnect, if any. */
export interface ConnectTarget {
  readonly manifest: ConnectorManifest;
  /** The connections of the same connector. */
  readonly siblings: readonly Connection[];
  /** The connection to reconnect; undefined for a new one. */
  readonly again: Connection | undefined;
}

/** Inputs for the name and settings of a new connection. A reconnected one keeps its own. */
export function ConnectionInputs({ manifest, siblings, again, faults }: ConnectTarget & { readonly faults: Faults }) {
  if (again !== undefined)
    return (
      <Text size="sm" c="dimmed">
        <ForeignText value={again.name} limit={128} /> keeps its id, settings and copies.
      </Text>
    );
  return (
    <>
      <TextInput
        name="name"
        label="Name"
        description="Must be unique in the workspace."
        defaultValue={freeName(manifest.id, siblings)}
        maxLength={128}
        error={faults('/name')}
      />
      <SettingInputs schema={manifest.settings} defaults={siblings[0]?.settings ?? {}} faults={faults} />
    </>
  );
}

/** The entered name and settings of a new connection. */
export function newConnectionOf(
  entered: FormData,
  { settings }: ConnectorManifest,
): { readonly name?: string; readonly settings: Record<string, unknown> } {
  return { ...textOf(entered, 'name'), settings: settingsOf(entered, settings) };
}

/** Returns an entered string as an object with the name of its input; an empty object if nothing was entered. */
export function textOf<Name extends string>(entered: FormData, name: Name): Partial<Record<Name, string>> {
  const text = String(entered.get(name) ?? '').trim();
  return text === '' ? {} : ({ [name]: text } as Record<Name, string>);
}

function freeName(connector: string, siblings: readonly Connection[]): string {
  const taken = new Set(siblings.map(({ name }) => name));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? connector : `${connector}-${number}`;
    if (!taken.has(name)) return name;
  }
}
