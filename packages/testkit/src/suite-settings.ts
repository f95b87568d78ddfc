import { generateParameterSets } from '@connectory/api-description';
import type { Connector } from '@connectory/connector-sdk';
import { jsonSchema } from '@connectory/connector-sdk/engine';

/** Settings that nobody but a person could know: those that are required and have no default. The sandbox takes any text. */
export function suiteSettings({ upstream }: Connector): Readonly<Record<string, unknown>> {
  const needed = Object.entries(upstream.settings.shape).filter(([, schema]) => !schema.safeParse(undefined).success);
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
