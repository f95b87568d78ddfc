import type { ConnectorManifest } from '@connectory/connector-sdk/engine';
import type { ConnectorCatalog } from './catalog.ts';
import { compareWithContract } from './compare-with-contract.ts';
import { completeContract } from './complete-contract.ts';
import type { ConnectorContract } from './contract.ts';
import { type Difference, differenceLine } from './difference.ts';

/** Compares a connector with what the catalog adds to its contract; facts of the contract itself are excluded. */
export function compareWithCatalog(
  contract: ConnectorContract,
  catalog: ConnectorCatalog,
  manifest: ConnectorManifest,
): readonly Difference[] {
  const known = new Set(compareWithContract(contract, manifest).map(differenceLine));
  return compareWithContract(completeContract(contract, catalog), manifest, { exact: true }).filter(
    (difference) => !known.has(differenceLine(difference)),
  );
}
