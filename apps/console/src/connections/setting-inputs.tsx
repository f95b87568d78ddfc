import { Textarea, TextInput } from '@mantine/core';
import type { Faults } from '../gateway/faults.ts';
import { withCode } from '../shell/with-code.tsx';

const prefix = 'settings.';

interface SettingInputsProps {
  /** The JSON Schema of the settings, from the manifest. */
  readonly schema: Readonly<Record<string, unknown>>;
  /**
   * The settings of another connection of the same connector, because accounts are often on the same server. The selection of synchronized
   * data is not copied.
   */
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly faults: Faults;
}

interface SettingsSchema {
  readonly properties?: Readonly<Record<string, { readonly description?: string; readonly type?: unknown }>>;
  readonly required?: readonly string[];
}

/** An input for each setting of a connector: strings, and lists of strings with one per line. */
export function SettingInputs({ schema, defaults, faults }: SettingInputsProps) {
  const { properties = {}, required = [] } = schema as SettingsSchema;
  return Object.entries(properties).map(([name, { description, type }]) => {
    const known = defaults[name];
    const shared = {
      name: prefix + name,
      label: name,
      withAsterisk: required.includes(name),
      error: faults(`/settings/${name}`),
    };
    return type === 'array' ? (
      <Textarea
        key={name}
        {...shared}
        description={withCode(`${description ?? ''} (one in each line)`)}
        autosize
        maxRows={6}
      />
    ) : (
      <TextInput
        key={name}
        {...shared}
        description={withCode(description)}
        defaultValue={typeof known === 'string' ? known : ''}
      />
    );
  });
}

/** The entered settings for a schema. */
export function settingsOf(entered: FormData, schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { properties = {} } = schema as SettingsSchema;
  const settings: Record<string, unknown> = {};
  for (const [name, { type }] of Object.entries(properties)) {
    const text = String(entered.get(prefix + name) ?? '').trim();
    if (text !== '') settings[name] = type === 'array' ? text.split(/\s*\n\s*/) : text;
  }
  return settings;
}
