import { expect, it } from 'vitest';
import { createProject } from '../project.ts';
import { cachedSources } from './cached-sources.ts';

it('wants a change of what the gateway is made of to run its tests again', () => {
  const dependencies = { '@connectory/core': '1', '@connectory/connector-stripe': '1', pino: '1' };
  const manifest = { name: '@connectory/gateway', dependencies, devDependencies: { '@connectory/sandbox': '1' } };
  const dependsOn = ['@connectory/core#source', '@connectory/connector-stripe#source'];
  const project = createProject({
    'turbo.json': JSON.stringify({ tasks: { '@connectory/gateway#source': { dependsOn } } }),
    'apps/gateway/package.json': JSON.stringify(manifest),
    'packages/core/package.json': '{"name": "@connectory/core"}',
    'packages/sandbox/package.json': '{"name": "@connectory/sandbox"}',
    'connectors/stripe/package.json': '{"name": "@connectory/connector-stripe"}',
  });
  expect(cachedSources.check(project).map(({ problem }) => problem)).toEqual([
    "@connectory/gateway#source: it does not depend on '@connectory/sandbox#source'",
    "@connectory/gateway#source: it need not depend on '@connectory/connector-stripe#source'",
  ]);
});
