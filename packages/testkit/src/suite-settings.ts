import { generateParameterSets } from '@connectory/api-description';
import type { Connector } from '@connectory/connector-sdk';
import { jsonSchema } from '@connectory/connector-sdk/engine';

/** Settings that only a user can know: required settings without a default, and those in the base URL. The sandbox accepts any text. */
export function suiteSettings({ upstream }: Connector): Readonly<Record<string, unknown>> {
  const inBaseUrl = (name: string) => name !== 'api_version' && upstream.baseUrl.includes(`{${name}}`);
  const needed = Object.entries(upstream.settings.shape).filter(
    ([name, schema]) => schema.safeParse(undefined).data === undefined && (!schema.isOptional() || inBaseUrl(name)),
  );
  const [made] = generateParameterSets(jsonSchema(upstream.settings)).sets;
  return Object.fromEntries(
    needed.map(([name, schema]) => [name, schema.safeParse('sandbox').success ? 'sandbox' : made?.params[name]]),
  );
}

/** The settings of a connection as a gateway has them: those that are given, made up where they must be, and defaults. */
export function completeSettings(
  connector: Connector,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const settings = { ...suiteSettings(connector), ...given };
  return connector.upstream.settings.safeParse(settings).data ?? settings;
}
