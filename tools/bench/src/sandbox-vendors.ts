import type { Connector } from '@connectory/connector-sdk';
import { directActions } from '@connectory/connector-sdk/engine';
import { exampleSettings, type RunningSandbox } from '@connectory/sandbox';
import type { SimulatedVendor } from './simulated-vendor.ts';

/** Returns the vendors that a sandbox simulates, with what a gateway needs to connect them. */
export function sandboxVendors(
  { origin, sandbox }: RunningSandbox,
  connectors: readonly Connector[],
): readonly SimulatedVendor[] {
  return connectors.map((connector) => {
    const { id, entities, upstream } = connector;
    const lists = entities
      .filter(({ actions }) => directActions.some((name) => name === 'list' && actions[name] !== undefined))
      .map(({ name }) => ({ entity: name, params: sandbox.example(id, name, 'list') }));
    const [first] = lists.toSorted((one, other) => Object.keys(one.params).length - Object.keys(other.params).length);
    return {
      connector: id,
      authentication: Object.keys(upstream.authentication)[0] ?? '',
      credentials: sandbox.credentials(id),
      settings: {
        ...neededSettings(connector),
        ...exampleSettings(connector, sandbox),
        base_url: sandbox.baseUrl(origin, id),
      },
      list: first ?? null,
    };
  });
}

// Placeholders in the vendor's URL, which `base_url` replaces.
const neededSettings = ({ upstream }: Connector) =>
  Object.fromEntries(
    Object.entries(upstream.settings.shape).flatMap(([name, schema]) =>
      schema.safeParse(undefined).success ? [] : [[name, 'example']],
    ),
  );
