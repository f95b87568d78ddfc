import type { Connection, ConnectorManifest } from '@connectory/client';
import { Button, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
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
            data={ways.map(({ name, description }) => ({ value: name, label: `${name}: ${description}` }))}
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
      label: name,
      description: withCode(description),
      withAsterisk: required,
      autoComplete: 'off',
      spellCheck: false,
      error: fieldErrors(`/credentials/${name}`),
    };
    return secret ? (
      <SecretInput key={name} {...shared} showLabel={`Show ${name}`} />
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
      <SettingInputs schema={manifest.settings} defaults={siblings[0]?.settings ?? {}} fieldErrors={fieldErrors} />
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

const settingPrefix = 'settings.';

interface SettingInputsProps {
  /** The JSON Schema of the settings, from the manifest. */
  readonly schema: Readonly<Record<string, unknown>>;
  /**
   * The settings of another connection of the same connector, because accounts are often on the same server. The selection of synchronized
   * data is not copied.
   */
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly fieldErrors: ErrorsByField;
}

interface SettingsSchema {
  readonly properties?: Readonly<Record<string, { readonly description?: string; readonly type?: unknown }>>;
  readonly required?: readonly string[];
}

/** An input for each setting of a connector: strings, and lists of strings with one per line. */
function SettingInputs({ schema, defaults, fieldErrors }: SettingInputsProps) {
  const { properties = {}, required = [] } = schema as SettingsSchema;
  return Object.entries(properties).map(([name, { description, type }]) => {
    const known = defaults[name];
    const shared = {
      name: settingPrefix + name,
      label: name,
      withAsterisk: required.includes(name),
      error: fieldErrors(`/settings/${name}`),
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

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The entered settings for a schema. */
function settingsOf(entered: FormData, schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { properties = {} } = schema as SettingsSchema;
  const settings: Record<string, unknown> = {};
  for (const [name, { type }] of Object.entries(properties)) {
    const text = String(entered.get(settingPrefix + name) ?? '').trim();
    if (text !== '') settings[name] = type === 'array' ? linesOf(text) : text;
  }
  return settings;
}
