import type { ConnectorManifest } from '@connectory/connector-sdk/engine';
import type { ConnectorCatalog } from './catalog.ts';
import { compareWithCatalog } from './compare-with-catalog.ts';
import { compareWithContract } from './compare-with-contract.ts';
import { type ConnectorContract, type Contract, countActions } from './contract.ts';
import type { Difference } from './difference.ts';
import { explainDifferences, type KnownDifference, type KnownDifferences } from './known-differences.ts';

/** The result for one connector of the contract. */
export interface ConnectorCheck {
  readonly connector: string;
  readonly entities: number;
  readonly directActions: number;
  readonly searchableEntities: number;
  /** Differences from the contract, and unexplained ones from the catalog. */
  readonly differences: readonly Difference[];
  readonly known: readonly KnownDifference[];
  readonly stale: readonly KnownDifference[];
}

/** The result for all connectors of the contract. */
export interface ContractCheck {
  readonly connectors: readonly ConnectorCheck[];
  /** Connectors of the contract that are not loaded. */
  readonly missing: readonly string[];
  readonly passed: boolean;
}

/** What connectors are compared with; `readCatalog` is omitted if there is no catalog. */
export interface CheckSources {
  readonly contract: Contract;
  readonly known: KnownDifferences;
  readonly readCatalog?: (contract: ConnectorContract) => ConnectorCatalog;
}

/** Compares every loaded connector that is in the contract; others are ignored. */
export function checkConnectors(sources: CheckSources, manifests: readonly ConnectorManifest[]): ContractCheck {
  const stated = Object.entries(sources.contract.connectors);
  const connectors = stated.flatMap(([id, contract]) => {
    const manifest = manifests.find((one) => one.id === id);
    return manifest === undefined ? [] : [checkConnector(sources, contract, manifest)];
  });
  return {
    connectors,
    missing: stated.map(([id]) => id).filter((id) => !manifests.some((one) => one.id === id)),
    passed: connectors.every(({ differences, stale }) => differences.length === 0 && stale.length === 0),
  };
}

function checkConnector(
  { known, readCatalog }: CheckSources,
  contract: ConnectorContract,
  manifest: ConnectorManifest,
): ConnectorCheck {
  const fromCatalog =
    readCatalog === undefined
      ? { unexplained: [], known: [], stale: [] }
      : explainDifferences(compareWithCatalog(contract, readCatalog(contract), manifest), known[manifest.id] ?? []);
  return {
    connector: manifest.id,
    ...countActions(manifest.entities.map(({ actions }) => actions.map(({ action }) => action))),
    differences: [...compareWithContract(contract, manifest), ...fromCatalog.unexplained],
    known: fromCatalog.known,
    stale: fromCatalog.stale,
  };
}
