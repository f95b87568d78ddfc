import { describeConnector } from '@connectory/connector-sdk/engine';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import { describe, expect, it } from 'vitest';
import { checkConnectors } from '../../src/check-connectors.ts';
import { compareWithContract } from '../../src/compare-with-contract.ts';
import { catalogSkipped, readCatalog, readContract, readKnownDifferences } from '../../src/contract-files.ts';
import { differenceLine } from '../../src/difference.ts';
import { totals, totalsLine } from '../../src/report.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** A line that `npm test` prints at its end. */
    closingLine?: string;
  }
}

const contract = readContract();
const known = readKnownDifferences();
const manifests = new Map(builtInConnectors.map((connector) => [connector.id, describeConnector(connector)]));

if (catalogSkipped !== undefined) console.warn(catalogSkipped);

describe('the contract', () => {
  it('has every connector, entity and action', () => {
    expect(contract.counts).toEqual({ connectors: 20, entities: 268, directActions: 479, searchableEntities: 211 });
  });

  it('is what the loaded connectors offer in all', ({ task }) => {
    const check = checkConnectors({ contract, known }, [...manifests.values()]);
    task.meta.closingLine = totalsLine(check);
    expect(totals(check)).toEqual(contract.counts);
  });

  it('knows every connector that is loaded', () => {
    expect(Object.keys(contract.connectors)).toEqual(expect.arrayContaining([...manifests.keys()]));
  });

  it('has no known difference of a connector that is not loaded', () => {
    expect([...manifests.keys()]).toEqual(expect.arrayContaining(Object.keys(known)));
  });
});

describe('every connector is what the contract says', () => {
  it.each(Object.entries(contract.connectors))('%s', (id, stated) => {
    const manifest = manifests.get(id);
    if (manifest === undefined) throw new Error(`${id} is missing.`);
    expect(compareWithContract(stated, manifest).map(differenceLine)).toEqual([]);
  });
});

describe.skipIf(catalogSkipped !== undefined)('every connector is what the catalog adds to the contract', () => {
  it.each([...manifests])('%s', (_, manifest) => {
    const { connectors } = checkConnectors({ contract, known, readCatalog }, [manifest]);
    expect(connectors.flatMap(({ differences }) => differences.map(differenceLine))).toEqual([]);
    expect(connectors.flatMap(({ stale }) => stale)).toEqual([]);
  });
});
