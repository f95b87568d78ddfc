import { parseJson } from './json-input.ts';
import { invalidInput } from './problem-error.ts';

/** The part of a settings schema that shows which settings are strings. */
interface SettingsSchema {
  readonly properties?: Readonly<Record<string, unknown>>;
}

/**
 * Parses settings from `key=value` arguments. A value is a string if the connector's schema says so or does not know the setting, and JSON
 * otherwise. Throws a problem of code 4 for an argument in another form.
 */
export function settingsOf(pairs: readonly string[], schema: object): Record<string, unknown> {
  const { properties = {} } = schema as SettingsSchema;
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(pair) ?? [];
      if (name === '') throw invalidInput(`--set requires key=value, such as --set region=eu, not ${pair}.`);
      return [name, isText(properties[name]) ? value : jsonOf(name, value)];
    }),
  );
}

function isText(property: unknown): boolean {
  if (typeof property !== 'object' || property === null) return true;
  const { type, enum: values } = property as { readonly type?: unknown; readonly enum?: readonly unknown[] };
  return type === 'string' || values?.every((value) => typeof value === 'string') === true;
}

const jsonOf = (name: string, value: string) => parseJson(value, `The value of --set ${name}`);
