import type { RawValue } from '@connectory/connector-sdk';
import { type DirectActionName, resultKind, Secret } from '@connectory/connector-sdk/engine';
import { type ConnectorSandbox, startSandbox } from '@connectory/sandbox';
import { createEgressGuard, createUpstreamClient } from '@connectory/upstream';
import { onTestFinished } from 'vitest';
import { connectionTo } from './vendor-responses.ts';

/**
 * Connects a connector to its simulated vendor, for tests of what a write changes. The returned function calls an action (`messages create`)
 * and resolves with its record, or with the records of the page. Throws the `GatewayError` of a call that fails. It ends with the test.
 */
export async function simulatedCalls(
  simulation: ConnectorSandbox,
  authentication = Object.keys(simulation.connector.upstream.authentication)[0] ?? '',
): Promise<(what: `${string} ${DirectActionName}`, params?: Readonly<Record<string, RawValue>>) => Promise<RawValue>> {
  const { connector } = simulation;
  const { origin, sandbox, stop } = await startSandbox({ connectors: [connector], sandboxes: [simulation] });
  const client = createUpstreamClient({ guard: createEgressGuard(['127.0.0.1']), retry: { attempts: 1 } });
  onTestFinished(async () => {
    await client.close();
    await stop();
  });
  const values = Object.entries(sandbox.credentials(connector.id, authentication));
  const connection = connectionTo(connector, authentication, {
    settings: { base_url: sandbox.baseUrl(origin, connector.id) },
    credentials: Object.fromEntries(values.map(([field, value]) => [field, new Secret(value)])),
  });
  return async (what, params = {}) => {
    const [entity, name] = what.split(' ') as [string, DirectActionName];
    const action = connector.entities.find((one) => one.name === entity)?.actions[name];
    if (action === undefined) throw new TypeError(`${connector.id} has no ${what}`);
    const call = { connection, name, action, params: action.params.parse(params) };
    const { json } = await (resultKind(name) === 'records' ? client.records(call) : client.record(call));
    return JSON.parse(json.toString());
  };
}
