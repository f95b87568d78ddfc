import type { Connector } from '@connectory/connector-sdk';
import { contractVersion } from '@connectory/connector-sdk/engine';
import { entityPlans } from '@connectory/context-store';
import { connectorFault } from './connector-shape.ts';

/**
 * Throws a `TypeError` that names the place for a connector made for another contract version, for what is no connector, and for a sync
 * plan that cannot work (spec/sync.md). Built-in connectors are checked by tests, plugins whenever they are loaded.
 */
export function requireSoundConnector(connector: Connector): void {
  const { id, contract } = connector;
  if (contract !== contractVersion) {
    throw new TypeError(
      `connector ${id} was made for contract ${contract}; this gateway supports ${contractVersion}. Install a matching version.`,
    );
  }
  const fault = connectorFault(connector);
  if (fault !== undefined) throw new TypeError(`connector ${id} is malformed: ${fault}`);
  entityPlans(connector);
}
