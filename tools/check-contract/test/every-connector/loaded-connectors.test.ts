import { describeConnector } from '@connectory/connector-sdk/engine';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import { describe, expect, it } from 'vitest';
import { checkConnectors } from '../../src/check-connectors.ts';
import { compareWithContract } from '../../src/compare-with-contract.ts';
import { catalogSkipped, readCatalog, readContract, readKnownDifferences } from '../../src/contract-files.ts';
import { differenceLine } from '../../src/difference.ts';
import { missingLine } from '../../src/report.ts';

const contract = readContract();
const known = readKnownDifferences();
const manifests = new Map(builtInConnectors.map((connector) => [connector.id, describeConnector(connector)]));

console.warn(missingLine(checkConnectors({ contract, known }, [...manifests.values()])));
if (catalogSkipped !== undefined) console.warn(catalogSkipped);

describe('the contract', () => {
  it('has every connector, entity and action', () => {
    expect(contract.counts).toEqual({ connectors: 20, entities: 268, directActions: 479, searchableEntities: 211 });
  });

  it('knows every connector that is loaded', () => {
    expect(Object.keys(contract.connectors)).toEqual(expect.arrayContaining([...manifests.keys()]));
  });

  it('has no known difference of a connector that is not loaded', () => {
    expect([...manifests.keys()]).toEqual(expect.arrayContaining(Object.keys(known)));
  });
});

describe('every connector is what the contract says', () => {
  for (const [id, stated] of Object.entries(contract.connectors)) {
    const manifest = manifests.get(id);
    if (manifest === undefined) {
      it.todo(`${id} is still missing`);
      continue;
    }
    it(id, () => {
      expect(compareWithContract(stated, manifest).map(differenceLine)).toEqual([]);
    });
  }
});

describe.skipIf(catalogSkipped !== undefined)('every connector is what the catalog adds to the contract', () => {
  it.each([...manifests])('%s', (_, manifest) => {
    const { connectors } = checkConnectors({ contract, known, readCatalog }, [manifest]);
    expect(connectors.flatMap(({ differences }) => differences.map(differenceLine))).toEqual([]);
    expect(connectors.flatMap(({ stale }) => stale)).toEqual([]);
  });
});
