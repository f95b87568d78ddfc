import { readFileSync } from 'node:fs';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import { describe, expect, it } from 'vitest';
import { contractFile } from '../contract.ts';
import { specFolder } from '../documents.ts';

interface StatedEntity {
  /** Names of record fields between spaces. */
  readonly record: string;
  readonly search?: string;
  readonly actions: object;
}

interface ContractFile {
  readonly counts: object;
  readonly connectors: Readonly<Record<string, { kind: string; entities: Readonly<Record<string, StatedEntity>> }>>;
}

const withoutRecords = (one: ContractFile['connectors'][string] | undefined) => ({
  ...one,
  entities: Object.fromEntries(
    Object.entries(one?.entities ?? {}).map(([name, { record: _record, ...rest }]) => [name, rest]),
  ),
});

const stated = JSON.parse(readFileSync(new URL('contract.json', specFolder), 'utf8')) as ContractFile;
const { counts, connectors } = contractFile(builtInConnectors) as ContractFile;

// Nothing writes spec/contract.json: what it states is changed by hand, together with the connector. What the manifest marks with
// beyond_contract is not compared.
describe('spec/contract.json', () => {
  it('counts 20 connectors, 268 entities, 479 direct actions and 211 searchable entities', () => {
    expect(counts).toEqual({ connectors: 20, entities: 268, directActions: 479, searchableEntities: 211 });
    expect(counts).toEqual(stated.counts);
  });

  it('states every connector that is built in', () => {
    expect(Object.keys(connectors).sort()).toEqual(Object.keys(stated.connectors).sort());
  });

  it.each(Object.keys(stated.connectors))('states every entity, action, parameter and search field of %s', (id) => {
    expect(withoutRecords(connectors[id])).toEqual(withoutRecords(stated.connectors[id]));
  });

  it.each(Object.entries(stated.connectors))('states record fields that %s has', (id, { entities }) => {
    for (const [name, { record }] of Object.entries(entities)) {
      expect(connectors[id]?.entities[name]?.record.split(' '), name).toEqual(
        expect.arrayContaining(record.split(' ')),
      );
    }
  });
});
