import { createRegistry, requireSoundConnector } from '@connectory/core';
import { expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { builtInConnectors } from '../../src/built-in-connectors.ts';

it('are the connectors among the dependencies, each with the id its package is named after', () => {
  const names = Object.keys(packageJson.dependencies).filter((name) => /^@connectory\/connector-(?!sdk$)/.test(name));
  expect(builtInConnectors.map(({ id }) => `@connectory/connector-${id}`)).toEqual(names.sort());
  expect(builtInConnectors.length).toBeGreaterThan(0);
});

it.each(builtInConnectors)('$id is sound', (connector) => {
  expect(() => requireSoundConnector(connector)).not.toThrow();
});

it('have IDs of their own', () => {
  expect(() => createRegistry(builtInConnectors)).not.toThrow();
});
