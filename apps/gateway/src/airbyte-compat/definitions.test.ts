import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { airbyteDefinitions } from './definitions.ts';

const contractFile = new URL('../../../../spec/contract.json', import.meta.url);

it('has one definition for each connector of the contract', () => {
  const { connectors } = JSON.parse(readFileSync(contractFile, 'utf8')) as { connectors: object };
  expect([...airbyteDefinitions.keys()].sort()).toEqual(Object.keys(connectors).sort());
  const ids = [...airbyteDefinitions.values()].map(({ id }) => id);
  expect(new Set(ids).size).toBe(20);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});
