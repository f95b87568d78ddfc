import type { Connector } from '@connectory/connector-sdk';
import { describeConnector, type JsonSchema, Secret } from '@connectory/connector-sdk/engine';
import type { AttemptSecrets, UsedOAuthApp } from '@connectory/control-plane';
import { validSettings } from '@connectory/core';
import type { ConsentTarget } from '@connectory/upstream';
import { z } from 'zod';
import { accountFields } from './link-inputs.ts';
import type { UsableLink } from './usable-link.ts';

const texts = z.record(z.string(), z.string());

const attemptSchema = z.object({
  /** Token of the link, to whose page the person returns. */
  token: z.string(),
  state: z.string(),
  verifier: z.string(),
  redirectUrl: z.string(),
  /** The OAuth client that received the consent. */
  clientId: z.string(),
  settings: z.record(z.string(), z.unknown()),
  /** Credential fields that the person entered. */
  fields: texts,
  tokens: texts.optional(),
  /** Null if the connector needs none. */
  accounts: z
    .array(z.object({ name: z.string(), values: texts }))
    .nullable()
    .optional(),
});

/** What an attempt by consent stores between its requests. */
export type ConsentAttempt = z.output<typeof attemptSchema>;

/** An account included in the consent. */
export type AttemptAccount = NonNullable<ConsentAttempt['accounts']>[number];

/** Returns the stored attempt; null if it is not one by consent. */
export const attemptOf = (secrets: AttemptSecrets | null): ConsentAttempt | null =>
  attemptSchema.safeParse(secrets).data ?? null;

/** Validates the settings of a connector that are needed before the accounts of the consent provide the others. Throws `invalid_params`. */
export async function settingsBeforeConsent(
  connector: Connector,
  authentication: string,
  given: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const { shape } = connector.upstream.settings;
  const brought = accountFields(connector, authentication).filter((name) => Object.hasOwn(shape, name));
  return await validSettings(connector, given, brought);
}

/** Returns the target of the attempt, for the functions of the consent. */
export function targetOf(
  { connector, link: { authentication } }: Pick<UsableLink, 'connector' | 'link'>,
  app: UsedOAuthApp,
  { settings, fields, tokens }: Pick<ConsentAttempt, 'settings' | 'fields' | 'tokens'>,
): ConsentTarget {
  return {
    connector,
    authentication,
    settings,
    credentials: { ...clientOf(app), ...app.fields, ...secretsOf({ ...fields, ...tokens }) },
  };
}

const clientOf = (app: UsedOAuthApp) => ({ client_id: new Secret(app.clientId), client_secret: app.clientSecret });

const secretsOf = (values: Readonly<Record<string, string>>): Readonly<Record<string, Secret>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, new Secret(value)]));

/** Returns the settings and credentials of a connection to an account, as the connector declares them. Throws `invalid_params`. */
export async function accountDraft(
  usable: UsableLink,
  app: UsedOAuthApp,
  attempt: ConsentAttempt,
  account: AttemptAccount | null,
): Promise<{
  readonly settings: Readonly<Record<string, unknown>>;
  readonly credentials: Readonly<Record<string, string>>;
}> {
  const { connector } = usable;
  const fields = connector.upstream.authentication[usable.link.authentication]?.fields ?? {};
  const values = Object.entries(account?.values ?? {});
  const { credentials } = targetOf(usable, app, attempt);
  const settings = values
    .filter(([name]) => !Object.hasOwn(fields, name))
    .map(([name, value]) => [name, settingValue(connector, name, value)]);
  return {
    settings: await validSettings(connector, {
      ...(usable.stored?.settings ?? attempt.settings),
      ...Object.fromEntries(settings),
    }),
    credentials: {
      ...Object.fromEntries(Object.entries(credentials).map(([name, secret]) => [name, secret.reveal()])),
      ...Object.fromEntries(values.filter(([name]) => Object.hasOwn(fields, name))),
    },
  };
}

function settingValue(connector: Connector, name: string, value: string): unknown {
  const { properties } = describeConnector(connector).settings as { properties?: Readonly<Record<string, JsonSchema>> };
  const type = properties?.[name]?.type;
  if (type === 'array') return [value];
  return type === 'integer' || type === 'number' ? Number(value) : value;
}
