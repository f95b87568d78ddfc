import { readFileSync } from 'node:fs';
import { builtInConnectors } from '@connectory/gateway';
import { expect, it } from 'vitest';
import { specFiles, specFolder } from '../../src/spec-files.ts';

const largest = 4_000_000;

it('stays below 4 MB in all for every connector of the contract, by what an entity takes today', () => {
  const { counts } = JSON.parse(readFileSync(new URL('contract.json', specFolder), 'utf8')) as {
    readonly counts: { readonly entities: number };
  };
  const bytes = (isMeant: (name: string) => boolean) =>
    Object.entries(specFiles()).reduce((sum, [name, text]) => sum + (isMeant(name) ? Buffer.byteLength(text) : 0), 0);
  const isConnector = (name: string) => name.startsWith('connectors/');
  const entities = builtInConnectors.reduce((sum, connector) => sum + connector.entities.length, 0);
  const forecast = (bytes(isConnector) / entities) * counts.entities + bytes((name) => !isConnector(name));
  expect(forecast).toBeLessThan(largest);
});
