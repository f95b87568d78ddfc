import type { Connector } from '@connectory/connector-sdk';
import { directActions } from '@connectory/connector-sdk/engine';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import { exampleSettings, startSandbox } from '@connectory/sandbox';
import type { SimulatedVendor } from './simulated-vendor.ts';

/**
 * The simulated vendors of all built-in connectors in a process of its own. Argument: how many records each entity has. Prints its port
 * and a JSON array of `SimulatedVendor` in base64.
 */
// Places in the vendor's address, which `base_url` replaces.
const neededSettings = ({ upstream }: Connector) =>
  Object.fromEntries(
    Object.entries(upstream.settings.shape).flatMap(([name, schema]) =>
      schema.safeParse(undefined).success ? [] : [[name, 'example']],
    ),
  );

const { origin, sandbox } = await startSandbox({
  connectors: builtInConnectors,
  recordsPerEntity: Number(process.argv[2]),
});
const vendors = builtInConnectors.map((connector): SimulatedVendor => {
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
process.stdout.write(`${new URL(origin).port} ${Buffer.from(JSON.stringify(vendors)).toString('base64')}\n`);
