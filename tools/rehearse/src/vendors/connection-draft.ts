import type { Connector } from '@connectory/connector-sdk';
import { exampleSettings } from '@connectory/sandbox';
import type { Vendors } from './vendors.ts';

/** The draft of a connection, without its name. */
export interface ConnectionDraft {
  readonly connector: string;
  readonly authentication: string;
  readonly credentials: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly check: boolean;
}

/** Returns the draft of a connection to a simulated vendor, with the given authentication alternative, by default the first. */
export function connectionDraft(connector: Connector, vendors: Vendors, authentication?: string): ConnectionDraft {
  const { id, upstream } = connector;
  return {
    connector: id,
    authentication: authentication ?? Object.keys(upstream.authentication)[0] ?? '',
    credentials: vendors.sandbox.credentials(id, authentication),
    settings: {
      ...neededSettings(connector),
      ...exampleSettings(connector, vendors.sandbox),
      base_url: vendors.sandbox.baseUrl(vendors.origin, id),
    },
    check: false,
  };
}

// Placeholders in the vendor's URL, which `base_url` replaces.
const neededSettings = ({ upstream }: Connector) =>
  Object.fromEntries(
    Object.entries(upstream.settings.shape).flatMap(([name, schema]) =>
      schema.safeParse(undefined).success ? [] : [[name, 'example']],
    ),
  );
