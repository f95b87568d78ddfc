import { readFileSync } from 'node:fs';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import { describe, expect, it } from 'vitest';
import { contractFile } from '../contract.ts';
import { specFolder } from '../documents.ts';

interface ContractFile {
  readonly counts: object;
  readonly connectors: Readonly<Record<string, object>>;
}

const stated = JSON.parse(readFileSync(new URL('contract.json', specFolder), 'utf8')) as ContractFile;
const { counts, connectors } = contractFile(builtInConnectors) as ContractFile;

// Nothing writes spec/contract.json: what it states is changed by hand, together with the connector.
describe('spec/contract.json', () => {
  it('counts 20 connectors, 268 entities, 479 direct actions and 211 searchable entities', () => {
    expect(counts).toEqual({ connectors: 20, entities: 268, directActions: 479, searchableEntities: 211 });
    expect(counts).toEqual(stated.counts);
  });

  it('states every connector that is built in', () => {
    expect(Object.keys(connectors).sort()).toEqual(Object.keys(stated.connectors).sort());
  });

  it.each(Object.keys(stated.connectors))('states every entity, action, parameter and field of %s', (id) => {
    expect(connectors[id]).toEqual(stated.connectors[id]);
  });
});
