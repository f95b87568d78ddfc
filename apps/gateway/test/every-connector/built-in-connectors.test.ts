import { createRegistry } from '@connectory/core';
import { expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { builtInConnectors } from '../../src/built-in-connectors.ts';

it('are the connectors among the dependencies, each with the id its package is named after', () => {
  const names = Object.keys(packageJson.dependencies).filter((name) => /^@connectory\/connector-(?!sdk$)/.test(name));
  expect(builtInConnectors.map(({ id }) => `@connectory/connector-${id}`)).toEqual(names.sort());
  expect(builtInConnectors.length).toBeGreaterThan(0);
});

it('are accepted together', () => {
  expect(() => createRegistry(builtInConnectors)).not.toThrow();
});
