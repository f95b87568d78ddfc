import type { Connector } from '@connectory/connector-sdk';

/** Values for the settings a person would have to type in; the sandbox takes any text. */
export function requiredSettings({ upstream }: Connector): Readonly<Record<string, unknown>> {
  const named = Object.entries(upstream.settings.shape);
  const needed = named.filter(([, schema]) => !schema.safeParse(undefined).success);
  return Object.fromEntries(needed.map(([name]) => [name, 'sandbox']));
}
