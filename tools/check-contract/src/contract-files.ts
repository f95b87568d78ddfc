import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ConnectorCatalog, parseCatalog } from './catalog.ts';
import { type ConnectorContract, type Contract, parseContract } from './contract.ts';
import { type KnownDifferences, parseKnownDifferences } from './known-differences.ts';

const catalogFolder = fileURLToPath(new URL('../../../../shared/catalog', import.meta.url));

const connectorsFolder = fileURLToPath(new URL('../../../connectors', import.meta.url));

/** Reason why nothing is compared with the catalog; undefined if the catalog is available. */
export const catalogSkipped: string | undefined = existsSync(catalogFolder)
  ? undefined
  : 'skipped: ../shared/catalog is not there, so what the contract leaves open is not compared';

/** Reads `spec/contract.json` of this repository; throws an `Error` if it is not valid. */
export function readContract(): Contract {
  return parseContract(readJson(fileURLToPath(new URL('../../../spec/contract.json', import.meta.url))));
}

/** Reads `check-contract.json` of every connector's folder that has one; throws an `Error` if one is not valid. */
export function readKnownDifferences(): KnownDifferences {
  const stated = readdirSync(connectorsFolder)
    .map((id) => [id, join(connectorsFolder, id, 'check-contract.json')] as const)
    .filter(([, file]) => existsSync(file));
  return parseKnownDifferences(Object.fromEntries(stated.map(([id, file]) => [id, readJson(file)])));
}

/** Reads the catalog of a connector; throws an `Error` if there is none for it. */
export function readCatalog({ catalogId, kind }: ConnectorContract): ConnectorCatalog {
  const file = readdirSync(catalogFolder).find((name) => name.startsWith(`${catalogId.toLowerCase()}-`));
  if (file === undefined) throw new Error(`../shared/catalog has no file for ${catalogId} (${kind})`);
  return parseCatalog(readJson(join(catalogFolder, file)));
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
