import { expect, it } from 'vitest';
import { createProject } from '../project.ts';
import { builtInConnectors } from './built-in-connectors.ts';

const projectWith = (dependencies: object, names: Readonly<Record<string, string>>, files: object = {}) =>
  createProject({
    'apps/gateway/package.json': JSON.stringify({ name: '@connectory/gateway', dependencies }),
    ...Object.fromEntries(
      Object.entries(names).map(([folder, name]) => [`connectors/${folder}/package.json`, JSON.stringify({ name })]),
    ),
    ...files,
  });

it('accepts folders and dependencies that agree', () => {
  const dependencies = { '@connectory/connector-sdk': 'workspace:^', '@connectory/connector-bees': 'workspace:^' };
  expect(builtInConnectors.check(projectWith(dependencies, { bees: '@connectory/connector-bees' }))).toEqual([]);
});

it('finds what stands on one side only, and folders that are no package of their name', () => {
  const names = { bees: '@connectory/connector-bees', ants: '@connectory/connector-wasps' };
  const project = projectWith({ '@connectory/connector-moths': 'workspace:^' }, names, {
    'connectors/flies/README.md': '',
    'connectors/flies/src/index.ts': '',
  });
  expect(builtInConnectors.check(project)).toEqual([
    {
      path: 'connectors/flies',
      problem: 'it has no package.json; make a connector with `npm run create-connector -- --built-in <id>`',
    },
    {
      path: 'connectors/bees/package.json',
      problem:
        'no gateway would have it; add "@connectory/connector-bees": "workspace:^" to the dependencies of apps/gateway/package.json',
    },
    {
      path: 'connectors/ants/package.json',
      problem: 'its name is @connectory/connector-wasps; call it @connectory/connector-ants, after its folder',
    },
    {
      path: 'apps/gateway/package.json',
      problem:
        'it depends on @connectory/connector-moths, which is not in connectors/; add its folder, or take it out of the dependencies',
    },
  ]);
});
