import type { Connection, ConnectorManifest } from '@connectory/client';
import { Button, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { labelOf } from '../form/labels.ts';
import { type ErrorsByField, errorsByField } from '../gateway/execute.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { SecretInput } from '../shell/copy-button.tsx';
import { Problem } from '../shell/states.tsx';
import { ForeignText, withCode } from '../shell/text.tsx';

/** The form for the keys of an account. They exist only in the inputs and in the request that checks them with the vendor. */
export function KeysForm(target: ConnectTarget) {
  const { manifest, again } = target;
  const { name: workspace, client } = useWorkspace();
  const queries = useQueryClient();
  const [, go] = useLocation();
  const ways = keyAuthentications(manifest);
  const [chosen, setChosen] = useState(again?.authentication ?? '');
  const way = ways.find(({ name }) => name === chosen) ?? ways[0];
  const form = useRef<HTMLFormElement>(null);
  const connect = useMutation({
    // Without mutation variables, which would be cached.
    mutationFn: (): Promise<Connection> => {
      const entered = new FormData(form.current ?? undefined);
      const credentials = credentialsOf(entered, way);
      const authentication = way?.name ?? '';
      return again === undefined
        ? client.connections.create({
            connector: manifest.id,
            authentication,
            credentials,
            ...newConnectionOf(entered, manifest),
          })
        : client.connections.update(again.id, { authentication, credentials });
    },
    onSuccess: async ({ id }) => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['connections', workspace] }),
        queries.invalidateQueries({ queryKey: ['connection', workspace, id] }),
      ]);
      go(`/${workspace}/connections/${id}`);
    },
  });
  const { error } = connect;
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [error]);
  const fieldErrors = errorsByField(error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    connect.mutate();
  };
  return (
    <form ref={form} onSubmit={submit} noValidate autoComplete="off">
      <Stack gap="md">
        {ways.length > 1 && (
          <Select
            label="How to authenticate"
            allowDeselect={false}
            data={ways.map(({ name, description }) => ({ value: name, label: `${labelOf(name)}: ${description}` }))}
            value={way?.name ?? null}
            onChange={(name) => name !== null && setChosen(name)}
          />
        )}
        {way !== undefined && <CredentialInputs key={way.name} way={way} fieldErrors={fieldErrors} />}
        <ConnectionInputs {...target} fieldErrors={fieldErrors} />
        {error !== null && (
          <Problem
            error={error}
            credentialAdvice="Check what you entered and what the account may do, then try again."
          />
        )}
        <Button type="submit" loading={connect.isPending}>
          Connect
        </Button>
      </Stack>
    </form>
  );
}

const credentialPrefix = 'credentials.';

function CredentialInputs({ way, fieldErrors }: { readonly way: Authentication; readonly fieldErrors: ErrorsByField }) {
  return way.fields.map(({ name, description, secret, required }) => {
    const shared = {
      name: credentialPrefix + name,
      label: labelOf(name),
      description: withCode(description),
      withAsterisk: required,
      autoComplete: 'off',
      spellCheck: false,
      error: fieldErrors(`/credentials/${name}`),
    };
    return secret ? (
      <SecretInput key={name} {...shared} showLabel={`Show ${labelOf(name)}`} />
    ) : (
      <TextInput key={name} {...shared} />
    );
  });
}

function credentialsOf(entered: FormData, way: Authentication | undefined): Record<string, string> {
  const given = (way?.fields ?? []).map(
    ({ name }) => [name, String(entered.get(credentialPrefix + name) ?? '').trim()] as const,
  );
  return Object.fromEntries(given.filter(([, text]) => text !== ''));
}

/** An authentication alternative, with its credential fields. */
export type Authentication = ConnectorManifest['auth'][number];

/**
 * The alternatives whose credentials a person can enter. The others need a person's consent, which is the only source of a refresh token.
 */
export const keyAuthentications = ({ auth }: ConnectorManifest): readonly Authentication[] =>
  auth.filter(({ scheme, fields }) => scheme !== 'oauth2' || !fields.some(({ name }) => name === 'refresh_token'));

/** The connector of the account to connect, and the connection to reconnect, if any. */
export interface ConnectTarget {
  readonly manifest: ConnectorManifest;
  /** The connections of the same connector. */
  readonly siblings: readonly Connection[];
  /** The connection to reconnect; undefined for a new one. */
  readonly again: Connection | undefined;
}

/** Inputs for the name and settings of a new connection. A reconnected one keeps its own. */
export function ConnectionInputs({
  manifest,
  siblings,
  again,
  fieldErrors,
}: ConnectTarget & { readonly fieldErrors: ErrorsByField }) {
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
        error={fieldErrors('/name')}
      />
      <SettingInputs schema={manifest.settings} values={serverOf(siblings)} fieldErrors={fieldErrors} />
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

// Accounts are often on the same server. Lists select what is synchronized, which differs between accounts.
const serverOf = ([sibling]: readonly Connection[]) =>
  Object.fromEntries(Object.entries(sibling?.settings ?? {}).filter(([, value]) => typeof value === 'string'));

const settingPrefix = 'settings.';

interface SettingInputsProps {
  /** The JSON Schema of the settings, from the manifest. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** The values to begin with, by name. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly fieldErrors: ErrorsByField;
  /** Whether optional settings are shown at once. */
  readonly isOpen?: boolean;
}

interface SettingsSchema {
  readonly properties?: Readonly<
    Record<string, { readonly title?: string; readonly description?: string; readonly type?: unknown }>
  >;
  readonly required?: readonly string[];
}

/** An input for each setting of a connector: strings, and lists of strings with one per line. Optional settings are folded. */
export function SettingInputs({ schema, values, fieldErrors, isOpen = false }: SettingInputsProps) {
  const { properties = {}, required = [] } = schema as SettingsSchema;
  const inputs = Object.entries(properties).map(([name, { title, description, type }]) => {
    const known = values[name];
    const error = fieldErrors(`/settings/${name}`);
    const shared = {
      name: settingPrefix + name,
      label: title ?? labelOf(name),
      withAsterisk: required.includes(name),
      error,
    };
    const input =
      type === 'array' ? (
        <Textarea
          key={name}
          {...shared}
          description={withCode(`${description ?? ''} (one in each line)`)}
          defaultValue={Array.isArray(known) ? known.join('\n') : ''}
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
    return { input, isFolded: !required.includes(name), hasError: error !== undefined };
  });
  const folded = inputs.filter(({ isFolded }) => isFolded);
  return (
    <>
      {inputs.filter(({ isFolded }) => !isFolded).map(({ input }) => input)}
      {folded.length > 0 && (
        <details open={isOpen || folded.some(({ hasError }) => hasError)}>
          <Text component="summary" size="sm" fw={500}>
            Advanced settings
          </Text>
          <Stack gap="md" mt="sm">
            {folded.map(({ input }) => input)}
          </Stack>
        </details>
      )}
    </>
  );
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The entered settings for a schema. */
export function settingsOf(entered: FormData, schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { properties = {} } = schema as SettingsSchema;
  const settings: Record<string, unknown> = {};
  for (const [name, { type }] of Object.entries(properties)) {
    const text = String(entered.get(settingPrefix + name) ?? '').trim();
    if (text !== '') settings[name] = type === 'array' ? linesOf(text) : text;
  }
  return settings;
}
