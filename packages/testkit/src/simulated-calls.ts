import type { Connector, RawValue } from '@connectory/connector-sdk';
import type { DirectActionName } from '@connectory/connector-sdk/engine';
import { onTestFinished } from 'vitest';
import type { TestConnectorOptions } from './test-connector.ts';
import { jsonOf, TestGateway } from './test-gateway.ts';

/** Calls an action (`contacts create`) through a gateway and resolves with its data. Throws the error of a call that fails. */
export type SimulatedCall = (
  what: `${string} ${DirectActionName}`,
  params?: Readonly<Record<string, RawValue>>,
) => Promise<RawValue>;

/**
 * Connects a connector to its simulated vendor through a gateway, for tests of what a write changes. It ends with the test.
 */
export async function simulatedCalls(
  connector: Connector,
  { settings = {}, ...options }: TestConnectorOptions = {},
): Promise<SimulatedCall> {
  const gateway = await TestGateway.open(connector, { ...options, settings });
  onTestFinished(() => gateway.stop());
  return async (what, params = {}) => {
    const [entity, action] = what.split(' ');
    const { result, error } = await gateway.execute({ entity, action, params });
    if (error !== undefined) throw error;
    return jsonOf(result);
  };
}
