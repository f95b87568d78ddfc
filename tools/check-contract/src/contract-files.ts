import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ConnectorCatalog, parseCatalog } from './catalog.ts';
import { type ConnectorContract, type Contract, parseContract } from './contract.ts';
import { type KnownDifferences, parseKnownDifferences } from './known-differences.ts';

const catalogFolder = fileURLToPath(new URL('../../../../shared/catalog', import.meta.url));

/** Why nothing is compared with the catalog; undefined when the catalog is there. */
export const catalogSkipped: string | undefined = existsSync(catalogFolder)
  ? undefined
  : 'skipped: ../shared/catalog is not there, so what the contract leaves open is not compared';

/** Reads `spec/contract.json` of this repository; throws an `Error` when it is not valid. */
export function readContract(): Contract {
  return parseContract(readJson(fileURLToPath(new URL('../../../spec/contract.json', import.meta.url))));
}

/** Reads the known differences of this repository; throws an `Error` when they are not valid. */
export function readKnownDifferences(): KnownDifferences {
  return parseKnownDifferences(readJson(fileURLToPath(new URL('../known-differences.json', import.meta.url))));
}

/** Reads the catalog of a connector; throws an `Error` when there is none for it. */
export function readCatalog({ catalogId, kind }: ConnectorContract): ConnectorCatalog {
  const file = readdirSync(catalogFolder).find((name) => name.startsWith(`${catalogId.toLowerCase()}-`));
  if (file === undefined) throw new Error(`../shared/catalog has no file for ${catalogId} (${kind})`);
  return parseCatalog(readJson(join(catalogFolder, file)));
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
