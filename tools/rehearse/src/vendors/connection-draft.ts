import type { Connector } from '@connectory/connector-sdk';
import { exampleSettings } from '@connectory/sandbox';
import type { Vendors } from './vendors.ts';

/** What creates a connection, without its name. */
export interface ConnectionDraft {
  readonly connector: string;
  readonly authentication: string;
  readonly credentials: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly check: boolean;
}

/** What creates a connection to a simulated vendor, authenticated in one of the connector's ways, the first unless named. */
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

// Places in the vendor's address, which `base_url` replaces.
const neededSettings = ({ upstream }: Connector) =>
  Object.fromEntries(
    Object.entries(upstream.settings.shape).flatMap(([name, schema]) =>
      schema.safeParse(undefined).success ? [] : [[name, 'example']],
    ),
  );
